/** A write to a disk that takes less, in milliseconds, is waited for: handing it to another thread and back takes longer than it. */
const QUICK_MS = 2;
/** So many of the newest tell, most of them against the others: each may have been held up by something else. */
const LATEST = 5;
/** Of those that are handed over none is measured, as much of their time is waiting for a processor; every so often one is tried at once. */
const TRY_AFTER = 16;

/** Whether the disk is quick, by how long the newest writes have taken that were waited for. */
export class DiskPace {
  #slow: readonly boolean[] = [];
  #handedOver = 0;

  /** The next write is waited for; else it is handed to another thread. To be asked once for each. */
  takeNext(): 'atOnce' | 'handedOver' {
    const isSlow = this.#slow.filter(Boolean).length > LATEST / 2;
    if (!isSlow || ++this.#handedOver >= TRY_AFTER) {
      this.#handedOver = 0;
      return 'atOnce';
    }
    return 'handedOver';
  }

  /** One that was waited for took so long. */
  took(ms: number): void {
    this.#slow = [...this.#slow, ms >= QUICK_MS].slice(-LATEST);
  }
}
