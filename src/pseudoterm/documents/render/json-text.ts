import type {DocumentFormat} from '../format.ts';
import type {DocumentMetadata} from '../read-context.ts';
import type {Renderer} from './renderer.ts';

/** One JSON object: `{format, metadata, blocks: […]}`, the blocks as in the model, one a line. */
export function createJsonRenderer(format: DocumentFormat, metadata: DocumentMetadata): Renderer {
  let separator = '\n';
  return {
    begin: () => `{"format":${JSON.stringify(format)},"metadata":${JSON.stringify(metadata)},"blocks":[`,
    block(block) {
      const piece = separator + JSON.stringify(block);
      separator = ',\n';
      return piece;
    },
    end: () => '\n]}\n',
  };
}
