import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Qmp } from '../qmp.ts'
import { makeDemoImage } from './make.ts'

const SEED = {
  'meta-data': 'instance-id: i-1\nlocal-hostname: web-1\n',
  'user-data': '#!/bin/sh\necho "$(hostname) ran it" > /www/ran\n',
}
const OVMF = ['/usr/share/OVMF/OVMF_CODE_4M.fd', '/usr/share/OVMF/OVMF_VARS_4M.fd'] as const

/** Boots the image with a seed. Its port 80 is at `url`, its serial line is a socket. */
async function boot(uefi: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'demo-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const disk = join(folder, 'disk.raw')
  copyFileSync(await makeDemoImage(), disk)
  mkdirSync(join(folder, 'seed'))
  for (const [name, text] of Object.entries(SEED)) writeFileSync(join(folder, 'seed', name), text)
  const seed = join(folder, 'seed.iso')
  const iso = ['-as', 'mkisofs', '-quiet', '-V', 'cidata', '-J', '-r', '-o', seed, join(folder, 'seed')]
  execFileSync('xorriso', iso, { stdio: 'ignore' })
  const [serial, qmp, port] = [join(folder, 'serial'), join(folder, 'qmp'), await freePort()]
  const drive = (id: string, file: string, more: string) =>
    `-drive file=${file},if=none,id=${id},format=raw,${more} -device virtio-blk-pci,drive=${id}`
  // The folder is the test's own, so that no path has a space.
  const args = [
    '-nodefaults -display none -M q35 -cpu Nehalem -m 256 -accel tcg,tb-size=64',
    ...(uefi ? pflash(folder) : []),
    `-chardev socket,id=serial,path=${serial},server=on -serial chardev:serial`,
    `-qmp unix:${qmp},server=on,wait=off`,
    `-netdev user,id=net,hostfwd=tcp:127.0.0.1:${port}-:80 -device virtio-net-pci,netdev=net`,
    drive('disk', disk, 'discard=unmap'),
    drive('seed', seed, 'readonly=on'),
  ]
  const child = spawn(
    'qemu-system-x86_64',
    args.flatMap((words) => words.split(' ')),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => existsSync(serial), { timeout: 20_000 }).toBe(true)
  return { child, qmp, url: `http://127.0.0.1:${port}`, line: serialLine(connect(serial)) }
}

function pflash(folder: string): string[] {
  copyFileSync(OVMF[1], join(folder, 'vars.fd'))
  return [
    `-drive if=pflash,format=raw,readonly=on,file=${OVMF[0]}`,
    `-drive if=pflash,format=raw,file=${join(folder, 'vars.fd')}`,
  ]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function serialLine(socket: Socket) {
  let output = ''
  socket.setEncoding('latin1').on('data', (text: string) => (output += text))
  socket.on('error', () => {})
  return {
    /** Waits for a text that comes after the ones before. */
    async expect(text: string) {
      await expect.poll(() => output, { timeout: 120_000, interval: 100 }).toContain(text)
      const seen = output.slice(0, output.indexOf(text))
      output = output.slice(output.indexOf(text) + text.length)
      return seen
    },
    type: (text: string) => void socket.write(`${text}\r`),
  }
}

test.each([['BIOS'], ['UEFI']])(
  'boots by %s, takes its seed, and ends by the power button',
  async (firmware) => {
    const { child, qmp, url, line } = await boot(firmware === 'UEFI')
    expect(await line.expect('web-1 login:')).toContain('This is web-1.')
    await expect.poll(async () => (await fetch(url)).text()).toContain('<h1>This is web-1.</h1>')
    await expect.poll(async () => (await fetch(`${url}/ran`)).text()).toBe('web-1 ran it\n')
    line.type('root')
    await line.expect('# ')
    line.type('echo "$(ls /boot | wc -l) $((6 * 7))"')
    await line.expect('0 42')
    const control = await Qmp.open(qmp)
    await control.execute('system_powerdown')
    const [status] = (await once(child, 'exit')) as [number]
    expect(status).toBe(0)
  },
)
