import type {Artifact, ArtifactSink} from './command.ts';
import {PseudoError} from './pseudo-error.ts';

/** The artifacts of one run: remembers what was kept and stops at the run's output limit. */
export class CountingSink implements ArtifactSink {
  readonly kept: Artifact[] = [];
  limitBytes = Infinity;
  readonly #open: () => ArtifactSink;
  #bytes = 0;

  constructor(open: () => ArtifactSink) {
    this.#open = open;
  }

  async add(artifact: Parameters<ArtifactSink['add']>[0]): Promise<Artifact> {
    const {content} = artifact;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.count(bytes.length);
    return this.addUncounted({...artifact, content: bytes});
  }

  /** For text that was counted when it was produced. */
  async addUncounted(artifact: Parameters<ArtifactSink['add']>[0]): Promise<Artifact> {
    const kept = await this.#open().add(artifact);
    this.kept.push(kept);
    return kept;
  }

  /** Throws `LimitExceeded` once the run has produced more than it may. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limitBytes)
      throw new PseudoError('LimitExceeded', `The run produced more than ${this.limitBytes} bytes.`);
  }
}
