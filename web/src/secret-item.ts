/** A program asks for a secret: a field that shows nothing of it. */
import {button, make} from './timeline/dom.ts';
import {visibleLine} from './visible-line.ts';

export interface SecretRow {
  readonly session_id: string;
  readonly prompt: string;
  readonly command_line: string | null;
  /** Whose command it is. */
  readonly by: string | null;
}

export interface SecretItemHandlers {
  /** Resolves when it was typed there; rejects with why it was not. */
  onSecret(sessionId: string, secret: string): Promise<void>;
  onLook(sessionId: string): void;
}

export class SecretItem {
  readonly element: HTMLElement;
  readonly sessionId: string;
  readonly #field = make('input', {
    type: 'password',
    'aria-label': 'the secret',
    // Not kept by the browser: it is typed into a terminal, not into this page.
    autocomplete: 'off',
    'data-1p-ignore': '',
    'data-lpignore': 'true',
  });
  readonly #said = make('p', {role: 'status'});
  readonly #handlers: SecretItemHandlers;

  constructor({session_id, prompt, command_line, by}: SecretRow, handlers: SecretItemHandlers) {
    this.sessionId = session_id;
    this.#handlers = handlers;
    this.#field.addEventListener('keydown', event => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void this.#send();
    });
    const look = button('look', 'show this session', () => handlers.onLook(session_id));
    this.element = make(
      'li',
      {tabindex: '-1', class: 'secret', 'aria-label': `a secret is wanted in ${session_id}`},
      make('p', {class: 'who'}, 'A program asks for a secret in ', make('b', {}, session_id)),
      make('pre', {class: 'line'}, ...visibleLine(prompt, [])),
      make(
        'p',
        {},
        `What you type goes to this command${by === null ? '' : ` of ${by}`}, whatever it says it is: `,
        make('code', {}, ...visibleLine(command_line ?? 'not known', [])),
      ),
      make(
        'div',
        {class: 'answers'},
        this.#field,
        button('Type it', 'and Enter', () => void this.#send()),
        look,
      ),
      this.#said,
    );
    this.element.dataset.id = `secret ${session_id}`;
  }

  focus(): void {
    this.#field.focus();
  }

  /** The field is empty before anything is sent, whatever becomes of it. */
  async #send(): Promise<void> {
    const secret = this.#field.value;
    this.#field.value = '';
    this.#said.textContent = '';
    try {
      await this.#handlers.onSecret(this.sessionId, secret);
    } catch (error) {
      this.#said.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
