import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, round, type Section } from '../report.ts'
import {
  asksForLogin,
  createInstance,
  deleteInstance,
  isLogin,
  type QemuServer,
  until,
} from './qemu-server.ts'

const ROUNDS = 5
/** Milliseconds. */
const STEP = 50

/** Measures from "Create instance" to the login prompt, beside the same QEMU that is started by hand, in turns. */
export async function measureBoots(server: QemuServer, imageId: string): Promise<Section> {
  const [created, byHand]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const name = `boot-${round}`
    const began = performance.now()
    const { id } = await createInstance(server, name, imageId)
    await until('login', STEP, async () => (await asksForLogin(server, name)) || undefined)
    created.push(seconds(began))
    const command = copyCommand(id)
    await deleteInstance(server, name)
    byHand.push(await bootByHand(command))
  }
  const more = created.map((value, at) => value - byHand[at]!)
  return {
    title: 'A real machine, from its request to the login prompt',
    note: `Medians of ${ROUNDS} rounds, each with both, one after the other. The demo image with one vCPU and 1 GiB; by hand is QEMU with the same arguments, but with a network of QEMU's own. ${await accelerationOf(server)}`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['"Create instance" (s)', round(median(created), 2), ''],
      ['QEMU by hand (s)', round(median(byHand), 2), ''],
      ['more, median of the rounds (s)', round(median(more), 2), '≤ 1'],
    ],
  }
}

const seconds = (began: number): number => (performance.now() - began) / 1_000

/** Returns a sentence on what runs the guests. */
async function accelerationOf(server: QemuServer): Promise<string> {
  const answer = await fetch(`${server.url}/experimental/v1/compute`, { headers: { cookie: server.cookie } })
  const { acceleration } = (await answer.json()) as { acceleration: string }
  return acceleration === 'kvm' ? 'Guests run by KVM.' : 'Guests are emulated.'
}

type Command = { folder: string; words: string[] }

/** Copies the arguments and files of a machine that runs, so that it can be started by hand. */
function copyCommand(id: string): Command {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && commandOf(name).includes(id))
  const words = commandOf(pid!)
  const from = readlinkSync(`/proc/${pid}/cwd`)
  const folder = mkdtempSync(join(tmpdir(), 'granary-by-hand-'))
  copyFileSync(join(from, 'seed.iso'), join(folder, 'seed.iso'))
  const disk = words.find((word) => word.includes('"backing"'))!
  const { backing, file } = JSON.parse(disk) as Record<
    'backing' | 'file',
    { file: { filename: string }; filename: string }
  >
  const layer = join(folder, 'layer.qcow2')
  copyFileSync(join(from, backing.file.filename), layer)
  const overlay = join(folder, 'disk.qcow2')
  const options = ['create', '-q', '-f', 'qcow2', '-F', 'qcow2', '-b', layer, overlay, '1G']
  execFileSync('qemu-img', options)
  const replaced = words.map((word) =>
    word
      .replace(backing.file.filename, layer)
      .replace(file.filename, overlay)
      .replace(/^tap,(id=[^,]+).*/, 'user,$1')
      .replace(/^socket,id=qmp.*/, 'null,id=qmp')
      .replace(/^socket,id=serial.*/, `file,id=serial,path=${folder}/serial`),
  )
  return { folder, words: replaced.filter((word) => word !== '-S') }
}

const commandOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/** Starts QEMU, and ends it at the login prompt. @returns seconds until then. */
async function bootByHand({ folder, words }: Command): Promise<number> {
  const began = performance.now()
  const child = spawn(words[0]!, words.slice(1), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    const output = join(folder, 'serial')
    const reads = async () => existsSync(output) && isLogin(readFileSync(output, 'latin1'))
    await until('login', STEP, async () => (await reads()) || undefined)
    return seconds(began)
  } finally {
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true })
  }
}
