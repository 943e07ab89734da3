import {type Invocation, sayFact} from '../../judge/scope.ts';
import {textOf} from '../../shell/argument.ts';
import {SECRET_NAME} from '../../shell/read-word.ts';

/** `env | grep -i token`: whoever looks for secrets among the variables is shown their values. */
export function judgeSought(call: Invocation): void {
  if (!FILTERS.has(call.name)) return;
  const texts = call.args.map(word => textOf(word) ?? word.prefix);
  const reads =
    call.input.type === 'environment' || call.args.some(word => word.isPipe && ENVIRONMENT.test(word.source));
  // To be told whether there is one shows nothing.
  if (!reads || (FINDERS.test(call.name) && texts.some(text => HIDES.test(text)))) return;
  call.args.forEach((word, place) => {
    const text = texts[place] ?? '';
    if (SECRET_NAME.test(text) || TELLING.test(text))
      sayFact(call, 'DANGEROUS', 'variable.secret', 'It looks for secrets among the variables.', word);
  });
}

const FILTERS: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep ggrep rg ag ack ugrep awk gawk mawk nawk sed gsed perl look fzf'.split(' '),
);
const FINDERS = /^(?:[efzgu]?grep|rg|ag|ack)$/;
const HIDES = /^(?:-[a-zA-Z]*[qcvlL]|--(?:quiet|silent|count|invert-match|files-with-matches|files-without-match))$/;
/** Parts of names that secrets have. */
const TELLING = /pass|auth|cred|(?:^|[^a-z])(?:aws|key|api)(?![a-z])|_?key\b/i;
/** A process substitution that prints them. */
const ENVIRONMENT = /^<\(\s*(?:env|printenv|set|(?:export|declare|typeset)(?:\s+-[px]+)?)\s*[|)]/;
