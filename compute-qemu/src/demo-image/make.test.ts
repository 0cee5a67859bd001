import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyModules } from './kernel-modules.ts'
import { canMakeDemoImage } from './make.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'granary-demo-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test.runIf(process.platform === 'linux' && process.arch === 'x64').each([
  ['NAME="Debian GNU/Linux"\nID=debian\n', true],
  ['ID="debian"\n', true],
  ['ID=ubuntu\nID_LIKE=debian\n', false],
  [null, false],
])('with apt, the image is proposed on Debian only: %j', async (release, expected) => {
  const root = await makeFolder()
  await mkdir(join(root, 'usr/bin'), { recursive: true })
  await mkdir(join(root, 'etc'))
  if (release !== null) await writeFile(join(root, 'etc/os-release'), release)
  expect(canMakeDemoImage(root)).toBe(false)
  for (const name of ['apt-get', 'apt-cache', 'dpkg-deb']) await writeFile(join(root, 'usr/bin', name), '')
  expect(canMakeDemoImage(root)).toBe(expected)
})

test.skipIf(process.platform === 'win32')('the given BusyBox unpacks modules', async () => {
  const folder = await makeFolder()
  const [from, to, busybox] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'box')]
  await mkdir(from)
  await mkdir(to)
  await writeFile(join(from, 'ext4.ko.xz'), 'packed')
  await writeFile(busybox, '#!/bin/sh\n[ "$1" = unxz ] && rm "$2" && echo unpacked > "${2%.xz}"\n', {
    mode: 0o755,
  })
  expect(await copyModules(from, to, busybox)).toEqual(['ext4.ko'])
  expect(await readFile(join(to, 'ext4.ko'), 'utf8')).toBe('unpacked\n')
})
