import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The processor runs guests itself (`kvm`) or software does, for a reason. */
export type Acceleration = { kind: 'kvm' | 'emulated'; reason?: string }

/** Milliseconds. A processor needs half a second, most of it for the firmware. */
const DEADLINE = 5_000
/** QEMU's exit status when the tiny guest has come to its end. */
const GUEST_ENDED = 3

let probed: Promise<Acceleration> | undefined

/**
 * Finds out whether this computer runs guests by itself. A /dev/kvm that opens may still be carried out by software a thousand
 * times slower, so a tiny guest counts to a hundred million against a deadline. Asks once in the life of the process.
 */
export function probeAcceleration(): Promise<Acceleration> {
  probed ??= probe()
  return probed
}

async function probe(): Promise<Acceleration> {
  try {
    await access('/dev/kvm', constants.R_OK | constants.W_OK)
  } catch (error) {
    return { kind: 'emulated', reason: reasonOf((error as NodeJS.ErrnoException).code) }
  }
  const status = await runTinyGuest('kvm', DEADLINE)
  if (status === GUEST_ENDED) return { kind: 'kvm' }
  const reason =
    status === null
      ? `A guest on /dev/kvm did not get going within ${DEADLINE / 1_000} seconds, as in a virtual machine without nested virtualization.`
      : '/dev/kvm is there, but QEMU cannot use it.'
  return { kind: 'emulated', reason }
}

const reasonOf = (code: string | undefined): string =>
  code === 'ENOENT'
    ? 'There is no /dev/kvm: hardware virtualization is missing, or switched off in the firmware of this computer.'
    : 'This user may not open /dev/kvm. On Debian: adduser USER kvm'

/**
 * Boots a guest that counts and then ends QEMU.
 * @param deadline milliseconds.
 * @returns QEMU's exit status; null if it was still running.
 */
export async function runTinyGuest(accelerator: 'kvm' | 'tcg', deadline: number): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-probe-'))
  try {
    const disk = join(folder, 'disk')
    await writeFile(disk, bootSector(100_000_000))
    const machine =
      '-nodefaults -display none -sandbox on -M pc -m 64 -device isa-debug-exit,iobase=0xf4,iosize=4'
    const args = [...machine.split(' '), '-accel', accelerator, '-drive', `file=${disk},format=raw,if=ide`]
    return await new Promise((resolve) => {
      const options = { timeout: deadline, killSignal: 'SIGKILL' as const }
      const child = execFile('qemu-system-x86_64', args, options, () =>
        resolve(child.killed ? null : (child.exitCode ?? -1)),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes of a disk. QEMU takes no smaller one for an IDE disk. */
const DISK = 1_048_576
const LOADED_AT = 0x7c00

/**
 * A boot sector that enters protected mode, counts down and writes 1 to port 0xf4. In real mode, old processors are emulated even
 * by KVM, so that the time would tell nothing.
 */
function bootSector(rounds: number): Uint8Array {
  const code = Buffer.alloc(DISK)
  // cli; xor ax, ax; mov ds, ax; lgdt [pointer]; mov eax, cr0; or al, 1; mov cr0, eax; jmp 8:start
  code.write('fa31c08ed80f011600000f20c00c010f22c0ea00000800', 0, 'hex')
  const [start, table, pointer] = [23, 48, 72]
  code.writeUInt16LE(LOADED_AT + pointer, 8)
  code.writeUInt16LE(LOADED_AT + start, 19)
  // mov ecx, rounds; dec ecx; jnz; mov dx, 0xf4; mov al, 1; out dx, al; hlt; jmp
  code.write('b9000000004975fd66baf400b001eef4ebfd', start, 'hex')
  code.writeUInt32LE(rounds, start + 1)
  // Segments of all memory: none, code, data.
  code.write('0000000000000000ffff0000009acf00ffff00000092cf00', table, 'hex')
  code.writeUInt16LE(23, pointer)
  code.writeUInt32LE(LOADED_AT + table, pointer + 2)
  code.writeUInt16LE(0xaa55, 510)
  return code
}
