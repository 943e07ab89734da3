import {formulaText} from '../formula-text.ts';
import {linkTarget} from '../link-target.ts';
import {type Block, type Span, tidySpans} from '../model.ts';
import type {Relationship} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, descend, textOf, type XmlElement} from '../xml/node.ts';

export interface SlideScope {
  readonly context: ReadContext;
  readonly links: ReadonlyMap<string, Relationship>;
}

/**
 * The paragraphs of a text body (ECMA-376 part 1, 21.1.2). `isOutline`: a placeholder whose paragraphs have bullets
 * unless they say otherwise; several of them, or one with a level, make a list.
 */
export function textBlocks(body: XmlElement, scope: SlideScope, isOutline: boolean): Block[] {
  const counters: number[] = [];
  const paragraphs = childrenOf(body, 'a:p');
  return paragraphs.flatMap((paragraph): Block[] => {
    const spans = tidySpans(paragraphSpans(paragraph, scope));
    if (spans.length === 0) return [];
    const properties = childNamed(paragraph, 'a:pPr');
    const depth = Math.min(8, Number(properties?.attributes.lvl ?? 0));
    const mark = markOf(properties, isOutline && (paragraphs.length > 1 || depth > 0));
    if (mark === 'none') {
      counters.length = 0;
      return [{type: 'paragraph', spans}];
    }
    if (mark === 'bullet') {
      counters.length = Math.min(counters.length, depth);
      return [{type: 'item', depth, spans}];
    }
    counters.length = Math.min(counters.length, depth + 1);
    const number = counters[depth] === undefined ? mark.start : counters[depth] + 1;
    counters[depth] = number;
    return [{type: 'item', depth, number, spans}];
  });
}

function markOf(properties: XmlElement | undefined, byDefault: boolean): 'none' | 'bullet' | {readonly start: number} {
  const numbered = childNamed(properties, 'a:buAutoNum');
  if (numbered) return {start: Number(numbered.attributes.startAt ?? 1)};
  if (childNamed(properties, 'a:buNone')) return 'none';
  if (childNamed(properties, 'a:buChar') || childNamed(properties, 'a:buBlip')) return 'bullet';
  return byDefault ? 'bullet' : 'none';
}

function paragraphSpans(paragraph: XmlElement, scope: SlideScope): Span[] {
  return childrenOf(paragraph).flatMap(child => {
    if (child.name === 'a:br') return [{text: '\n'}];
    if (child.name === 'a:r' || child.name === 'a:fld') return runSpans(child, scope);
    if (child.name === 'mc:AlternateContent') return paragraphSpans(childNamed(child, 'mc:Choice') ?? child, scope);
    if (child.name.startsWith('m:') || child.name.endsWith(':m')) return [{text: formulaText(child)}];
    return [];
  });
}

/** Thousandths of a percent above the line; below when negative. */
function scriptStyle(baseline: number): Pick<Span, 'script'> {
  return baseline === 0 || Number.isNaN(baseline) ? {} : {script: baseline > 0 ? 'super' : 'sub'};
}

function runSpans(run: XmlElement, scope: SlideScope): Span[] {
  const properties = childNamed(run, 'a:rPr');
  const flags = properties?.attributes ?? {};
  const related = scope.links.get(descend(run, 'a:rPr', 'a:hlinkClick')?.attributes['r:id'] ?? '');
  const href = related?.isExternal ? linkTarget(related.target) : undefined;
  const isOn = (name: string): boolean => ['1', 'true'].includes(flags[name] ?? '0');
  return [
    {
      text: textOf(childNamed(run, 'a:t')),
      ...(isOn('b') ? {bold: true} : {}),
      ...(isOn('i') ? {italic: true} : {}),
      ...(['sngStrike', 'dblStrike'].includes(flags.strike ?? '') ? {strike: true} : {}),
      ...(href === undefined ? {} : {href}),
      ...scriptStyle(Number(flags.baseline ?? 0)),
    },
  ];
}
