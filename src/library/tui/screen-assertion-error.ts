/** An expectation that did not come true in time. Its message has the screen in it. */
export class ScreenAssertionError extends Error {
  override readonly name = 'ScreenAssertionError';
}
