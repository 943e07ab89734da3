import {forEachChild, type SyntaxNode} from '../shell/parse-shell.ts';
import {judgeAssignment} from './judge-assignment.ts';
import {judgeNumber} from './judge-number.ts';
import type {Scope} from './scope.ts';
import {judgeGivenNumber, judgeNumbers, judgePrintedNumber, judgeTypedName} from './typed-values.ts';

/** What expansions do beside giving a text: they set variables, evaluate subscripts, and some run what a variable holds. */
export function judgeExpansions(node: SyntaxNode, scope: Scope, depth = 0): void {
  if (depth > DEEPEST) {
    scope.findings.unread('line.too-deep', 'Expansions stand within expansions.', scope.place({start: 0, end: 0}));
    return;
  }
  judgeOne(node, scope);
  // Scripts inside are judged where they are run.
  forEachChild(node, child => {
    if (child.type !== 'Script' && child.type !== 'CompoundList') judgeExpansions(child, scope, depth + 1);
  });
}

/** Levels of a tree: a sum of so many numbers is one. */
export const DEEPEST = 300;

function judgeOne(node: SyntaxNode, scope: Scope): void {
  const span = 'pos' in node ? scope.place({start: node.pos, end: node.end}) : {start: 0, end: 0};
  switch (node.type) {
    case 'ParameterExpansion': {
      const {operation, parameter, prefix, index} = node;
      if (prefix === '!' || operation?.type === 'Names')
        scope.findings.add('CAUTION', 'variable.indirect', 'It is not known which variable this is.', span);
      if (prefix === '!') judgeTypedName(`$${parameter}`, span, scope);
      if (operation?.type === 'Slice')
        // zsh: what begins with a letter says which part of a path, `${x:h}`.
        for (const word of [operation.offset, operation.length])
          if (word && !(scope.shell === 'zsh' && /^[A-Za-z]/.test(word.text))) judgeNumber(word.text, span, scope);
      if (
        operation?.type === 'Transform' &&
        operation.operand.text !== 'Q' &&
        !/^[uULaAkK]$/.test(operation.operand.text)
      )
        scope.findings.add(
          'DANGEROUS',
          'code.prompt',
          'What the variable holds is expanded once more, and commands in it run.',
          span,
        );
      if (operation?.type === 'Unknown')
        scope.findings.add('CAUTION', 'line.unreadable', 'This expansion is not understood.', span);
      if (operation?.type === 'Default' && operation.operator.endsWith('=')) {
        judgeAssignment({name: parameter, value: null, span, use: 'plain'}, scope);
        judgeGivenNumber(parameter, null, span, scope);
        scope.variables.set(parameter, null);
      }
      if (index && !/^(?:[@*]|\d+|-\d+)$/.test(index.text)) judgeNumber(index.text, span, scope);
      break;
    }
    case 'ArithmeticExpansion':
      // Quotes do not protect there: what they hold is expanded. And what is no arithmetic after all is run as commands.
      if (!node.expression || /['`\\]/.test(node.text))
        scope.findings.add('DANGEROUS', 'code.arithmetic', 'Commands may stand in this arithmetic.', span);
      break;
    case 'ArithmeticCommand':
      if (/['`\\]/.test(node.body))
        scope.findings.add('DANGEROUS', 'code.arithmetic', 'Commands may stand in this arithmetic.', span);
      break;
    case 'ArithmeticCommandExpansion':
      judgePrintedNumber(node.script, span, scope);
      break;
    case 'ArithmeticWord':
      judgeNumber(node.value, span, scope);
      break;
    case 'ArithmeticBinary':
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator) && node.left.type === 'ArithmeticWord')
        judgeAssignment({name: node.left.value, value: null, span, use: 'plain'}, scope);
      break;
    case 'TestUnary':
      if (/^-[vR]$/.test(node.operator) && /\[/.test(node.operand.text))
        scope.findings.add(
          'DANGEROUS',
          'code.subscript',
          'A subscript is evaluated, and commands may stand in it.',
          span,
        );
      else if (/^-[vR]$/.test(node.operator) && node.operand.text.includes('$'))
        judgeNumber(node.operand.text, span, scope);
      else if (node.operator === '-t') {
        const {text} = node.operand;
        judgeNumbers([{...span, source: text, values: /[$`]/.test(text) ? null : [{text, glob: false}]}], scope);
      }
      break;
    case 'TestBinary':
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator))
        for (const side of [node.left, node.right]) judgeNumber(side.value, span, scope);
      break;
    default:
  }
}
