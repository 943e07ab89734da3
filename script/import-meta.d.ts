/** Scripts run on the checkout's own Node.js 24; the types are those of 22.13, the oldest that the product runs on. */
interface ImportMeta {
  /** Since Node.js 24.2: this module is the program. */
  readonly main: boolean;
}
