import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { diskSpec } from '@granary/compute/conformance/specs.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { SerialConnection } from '@granary/compute/serial.ts'
import { makeDemoImage } from '../demo-image/make.ts'

const MiB = 1024 ** 2
/** Emulated guests of a busy computer take so long; milliseconds. */
const PATIENCE = 240_000

let read: Promise<Buffer> | undefined

/** Returns the demo image, which is made once and read once. */
export const demoImage = (): Promise<Buffer> => (read ??= makeDemoImage().then((path) => readFile(path)))

/** Makes a disk that boots the demo image, and returns its id. */
export async function makeBootDisk(driver: ComputeDriver): Promise<string> {
  const image = await demoImage()
  const disk = diskSpec({ kind: 'importing' }, { size: 64 * MiB, blockSize: 512 })
  await driver.createDisk(disk)
  for (let at = 0; at < image.length; at += 4 * MiB)
    await driver.writeBlocks(disk.id, at, image.subarray(at, at + 4 * MiB))
  await driver.syncDisk(disk.id)
  return disk.id
}

/** What tests need of a serial port, which the API has too. */
export interface GuestConsole {
  history(range: { mostRecent: number; maxBytes: number }): Promise<{ data: Uint8Array }>
  connect(options: { mostRecent: number }): Promise<Pick<SerialConnection, 'output' | 'write' | 'close'>>
}

/** The shell of a guest that runs the demo image, by its serial line. */
export function guestOf(driver: { serial(machineId: string): GuestConsole }, machineId: string) {
  let commands = 0

  /** Waits until the guest asks for a login. */
  const ready = () => until('login', async () => (await textOf(driver.serial(machineId))).endsWith('login: '))

  /** Logs in, unless that is done, runs a command and returns its output. */
  async function run(command: string): Promise<string> {
    const connection = await driver.serial(machineId).connect({ mostRecent: 0 })
    // Put together before it is read: one sequence may come in two parts.
    const chunks: Uint8Array[] = []
    const shown = () => plain(Buffer.concat(chunks))
    void (async () => {
      for await (const chunk of connection.output) chunks.push(chunk)
    })()
    const type = (text: string) => connection.write(Buffer.from(`${text}\r`))
    try {
      if (commands === 0) {
        await type('root')
        await until('prompt', () => shown().endsWith('# '))
        // The shell breaks the echo of a longer line.
        await type('stty cols 999')
        await until('second prompt', () => shown().split('# ').length > 2 && shown().endsWith('# '))
      }
      commands += 1
      const end = `END${commands}`
      // The echo of the command has no such text.
      await type(`${command}; echo E''ND${commands}`)
      await until(command, () => shown().includes(`\n${end}`))
      const lines = shown().replaceAll('\r', '').split('\n')
      return lines
        .slice(lines.findIndex((line) => line.includes(`E''ND${commands}`)) + 1, lines.indexOf(end))
        .join('\n')
    } finally {
      connection.close()
    }
  }
  return { ready, run }
}

/** Returns the latest output of a guest. */
async function textOf(serial: GuestConsole): Promise<string> {
  const { data } = await serial.history({ mostRecent: 4_000, maxBytes: 4_000 })
  return plain(data)
}

/** Returns output without what controls a terminal. */
const plain = (bytes: Uint8Array): string => stripVTControlCharacters(Buffer.from(bytes).toString('latin1'))

/** Waits until a condition holds. @param what names it in the error. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`the guest did not answer in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
