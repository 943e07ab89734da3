/** Entry of the thread that draws pictures. One after the other: each takes all of a processor. */
import {parentPort} from 'node:worker_threads';
import {asCottyError} from '../../core/index.ts';
import {makePicture} from './make-picture.ts';
import {Painter} from './painter.ts';
import type {FromPictureThread, ToPictureThread} from './picture-messages.ts';

const painter = new Painter();
let turn: Promise<void> = Promise.resolve();

parentPort?.on('message', ({id, order}: ToPictureThread) => {
  turn = turn.then(async () => {
    try {
      send({type: 'picture', id, picture: await makePicture(order, painter)});
    } catch (error) {
      send({type: 'failure', id, error: asCottyError(error).toJSON()});
    }
  });
});

function send(message: FromPictureThread): void {
  parentPort?.postMessage(message);
}
