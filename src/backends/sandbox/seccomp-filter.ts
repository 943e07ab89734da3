/**
 * Keeps the setuid bit off files: a program for the kernel that refuses each call which would set it, with `EPERM`. seccomp(2),
 * https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html; numbers of calls: arch/STAR/entry/syscalls/syscall*.tbl and
 * include/uapi/asm-generic/unistd.h of Linux.
 */

/** Which argument of a call is the mode, counted from 0; with `flags`, only where these say that a file is made. */
interface Call {
  readonly call: number;
  readonly mode: number;
  readonly flags?: number;
}

interface Architecture {
  /** `AUDIT_ARCH_…` of linux/audit.h. */
  readonly audit: number;
  readonly calls: readonly Call[];
}

/** fchmodat2 has one number everywhere. */
const FCHMODAT2: Call = {call: 452, mode: 2};

const ARCHITECTURES: Readonly<Record<string, readonly Architecture[]>> = {
  x64: [
    {
      audit: 0xc000003e,
      calls: [
        {call: 90, mode: 1}, // chmod
        {call: 91, mode: 1}, // fchmod
        {call: 268, mode: 2}, // fchmodat
        FCHMODAT2,
        {call: 2, mode: 2, flags: 1}, // open
        {call: 257, mode: 3, flags: 2}, // openat
        {call: 85, mode: 1}, // creat
        {call: 133, mode: 1}, // mknod
        {call: 259, mode: 2}, // mknodat
      ],
    },
    // Programs of 32 bits.
    {
      audit: 0x40000003,
      calls: [
        {call: 15, mode: 1},
        {call: 94, mode: 1},
        {call: 306, mode: 2},
        FCHMODAT2,
        {call: 5, mode: 2, flags: 1},
        {call: 295, mode: 3, flags: 2},
        {call: 8, mode: 1},
        {call: 14, mode: 1},
        {call: 297, mode: 2},
      ],
    },
  ],
  arm64: [
    {
      audit: 0xc00000b7,
      calls: [
        {call: 52, mode: 1}, // fchmod
        {call: 53, mode: 2}, // fchmodat
        FCHMODAT2,
        {call: 56, mode: 3, flags: 2}, // openat
        {call: 33, mode: 2}, // mknodat
      ],
    },
    {
      audit: 0x40000028,
      calls: [
        {call: 15, mode: 1},
        {call: 94, mode: 1},
        {call: 333, mode: 2},
        FCHMODAT2,
        {call: 5, mode: 2, flags: 1},
        {call: 322, mode: 3, flags: 2},
        {call: 8, mode: 1},
        {call: 14, mode: 1},
        {call: 324, mode: 2},
      ],
    },
  ],
};

/** What a filter cannot look into: openat2 has its mode behind a pointer, and io_uring (setup, enter, register) calls others. Programs do without. */
const UNSEEN: readonly number[] = [437, 425, 426, 427];

/** The filter for a machine, as bubblewrap takes it; null for one whose calls are not known here. */
export function setuidFilter(architecture: string = process.arch): Uint8Array | null {
  const known = ARCHITECTURES[architecture];
  if (!known) return null;
  const sections = known.flatMap(({audit, calls}) => {
    const body = [
      load(CALL),
      // x32 has its own numbers for the same calls.
      ...(architecture === 'x64' ? [jump(JGE, 0x40000000, 0, 1), end(MISSING)] : []),
      ...UNSEEN.flatMap(call => [jump(JEQ, call, 0, 1), end(MISSING)]),
      ...calls.flatMap(refusal),
      end(ALLOWED),
    ];
    return [load(MACHINE), jump(JEQ, audit, 0, body.length), ...body];
  });
  return bytesOf([...sections, end(REFUSED)]);
}

function refusal({call, mode, flags}: Call): readonly Instruction[] {
  const looks = [
    ...(flags === undefined ? [] : [load(argument(flags)), jump(JSET, MAKES_FILE, 1, 0), end(ALLOWED)]),
    load(argument(mode)),
    jump(JSET, SETUID, 0, 1),
    end(REFUSED),
    end(ALLOWED),
  ];
  return [jump(JEQ, call, 0, looks.length), ...looks];
}

/** `O_CREAT` and the bit of `O_TMPFILE`. */
const MAKES_FILE = 0o100 | 0o20000000;
const SETUID = 0o4000;

/** Places in `struct seccomp_data`; of an argument the lower half, on machines that have it first. */
const CALL = 0;
const MACHINE = 4;
const argument = (place: number): number => 16 + 8 * place;

const JEQ = 0x15;
const JGE = 0x35;
const JSET = 0x45;
const ALLOWED = 0x7fff0000;
const REFUSED = 0x00050000 | 1; // EPERM
const MISSING = 0x00050000 | 38; // ENOSYS

/** `struct sock_filter`. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

const load = (place: number): Instruction => [0x20, 0, 0, place];
const jump = (code: number, value: number, whenTrue: number, whenFalse: number): Instruction => [
  code,
  whenTrue,
  whenFalse,
  value,
];
const end = (value: number): Instruction => [0x06, 0, 0, value];

function bytesOf(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8));
  instructions.forEach(([code, whenTrue, whenFalse, value], place) => {
    bytes.setUint16(place * 8, code, true);
    bytes.setUint8(place * 8 + 2, whenTrue);
    bytes.setUint8(place * 8 + 3, whenFalse);
    bytes.setUint32(place * 8 + 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}
