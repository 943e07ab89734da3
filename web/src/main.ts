import {element, say} from './page-elements.ts';
import {hasKey} from './page-key.ts';
import {openForPerson} from './person.ts';
import {makeStage, type Stage} from './stage.ts';

declare global {
  interface Window {
    /** For whoever takes pictures of the page. */
    cottyStage?: Stage;
  }
}

const query = new URLSearchParams(location.search);
const terminal = document.getElementById('terminal');
if (query.has('stage') && terminal) window.cottyStage = makeStage(terminal);
else if (await hasKey()) await openForPerson(query);
else {
  element('bar').hidden = false;
  say('Open a new link to let this page in: cotty serve --link gives one.');
}
