/** `GET /metrics`: what goes on here, in numbers, as Prometheus reads them (its text format, version 0.0.4). */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import {sendJson} from './send-json.ts';
import type {WebSockets} from './web-socket.ts';

/** Counted where it happens. */
export interface Counts {
  requests: number;
}

export interface MetricsOptions {
  readonly engine: Engine;
  readonly version: string;
  readonly sockets: WebSockets;
  readonly counts: Counts;
}

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

export function serveMetrics(request: IncomingMessage, response: ServerResponse, options: MetricsOptions): void {
  if (request.method !== 'GET') {
    const error = new CottyError('invalid_argument', '/metrics is read with GET.', 'Send GET.');
    sendJson(response, 405, error.toJSON(), {allow: 'GET'});
    return;
  }
  const text = metricsOf(options).map(inText).join('');
  response.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

function metricsOf({engine, version, sockets, counts}: MetricsOptions): readonly Metric[] {
  const living = engine.sessions().filter(session => !session.isClosed);
  const states = Object.groupBy(living, session => session.state);
  const memory = process.memoryUsage();
  const one = (value: number): Metric['samples'] => [[{}, value]];
  return [
    {name: 'cotty_info', type: 'gauge', help: 'The version that runs.', samples: [[{version}, 1]]},
    {
      name: 'cotty_sessions',
      type: 'gauge',
      help: 'Sessions that live, by state.',
      samples: Object.entries(states).map(([state, sessions]) => [{state}, sessions?.length ?? 0] as const),
    },
    {
      name: 'cotty_session_output_bytes_total',
      type: 'counter',
      help: 'What the programs of a living session have printed.',
      samples: living.map(({id, tracker}) => [{session: id}, tracker.outputEnd] as const),
    },
    {name: 'cotty_websocket_clients', type: 'gauge', help: 'Clients on /ws.', samples: one(sockets.size)},
    {
      name: 'cotty_websocket_sent_bytes_total',
      type: 'counter',
      help: 'Output sent on /ws.',
      samples: one(sockets.sentBytes),
    },
    {
      name: 'cotty_websocket_dropped_total',
      type: 'counter',
      help: 'Clients on /ws that were dropped because they took nothing.',
      samples: one(sockets.dropped),
    },
    {
      name: 'cotty_http_requests_total',
      type: 'counter',
      help: 'Requests, also refused ones.',
      samples: one(counts.requests),
    },
    {name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of the server.', samples: one(memory.rss)},
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the server.',
      samples: one((process.cpuUsage().user + process.cpuUsage().system) / 1e6),
    },
    {
      name: 'process_start_time_seconds',
      type: 'gauge',
      help: 'When the server began, in Unix time.',
      samples: one(Math.round((Date.now() - process.uptime() * 1000) / 1000)),
    },
  ];
}

function inText({name, type, help, samples}: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const inside = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
    return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
