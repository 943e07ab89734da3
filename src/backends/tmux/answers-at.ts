import {connect} from 'node:net';

/** Whether somebody listens at a socket, be it that they are too busy to answer. */
export function answersAt(socket: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect(socket);
    connection.once('connect', () => {
      resolve(true);
      connection.destroy();
    });
    // EAGAIN: more wait there already than it was told to let wait.
    connection.once('error', error => resolve('code' in error && error.code === 'EAGAIN'));
  });
}
