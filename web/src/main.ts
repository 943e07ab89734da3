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
else await openForPerson(query);
