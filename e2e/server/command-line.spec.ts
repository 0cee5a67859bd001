import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER_URL } from '../places.ts'
import { expect, test as base } from './fixtures.ts'

const BIN = join(import.meta.dirname, '../../cli/bin/granary.mjs')

type Shell = {
  /** Types a command at a prompt. */
  type: (text: string) => void
  /** Ctrl-C. */
  interrupt: () => void
  /** The output of the terminal from the command on. */
  shown: () => string
  /** The id of the stored token. */
  tokenId: () => string
  /** The exit code of the last command, once it has ended. */
  status: () => Promise<string>
}

const test = base.extend<{ shell: Shell }>({
  shell: async ({ baseURL }, use) => {
    const home = mkdtempSync(join(tmpdir(), 'granary-e2e-cli-'))
    const shell = openShell(home, baseURL!)
    await use(shell)
    shell.process.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  },
})

/** Starts a shell in a pseudo-terminal (of `script`), in which `granary` is the command line of this checkout. */
function openShell(home: string, server: string): Shell & { process: ChildProcess } {
  const env = { PATH: process.env.PATH, HOME: home, PS1: '', TERM: 'dumb', granary: BIN }
  const terminal = spawn('script', ['-qec', 'sh', '/dev/null'], { env, stdio: 'pipe' })
  let all = ''
  let from = 0
  terminal.stdout.on('data', (bytes: Buffer) => (all += bytes.toString().replaceAll('\r', '')))
  let count = 0
  const shown = () => all.slice(from)
  return {
    process: terminal,
    shown,
    tokenId: () => {
      const kept = JSON.parse(readFileSync(join(home, '.config/granary/config.json'), 'utf8'))
      return kept.hosts[server].tokenId
    },
    interrupt: () => void terminal.stdin.write('\u0003'),
    type(text) {
      from = all.length
      // The shell prints the mark when the command ends. The terminal echoes input, so the mark must not appear in it
      // literally.
      terminal.stdin.write(`"$granary" ${text}; echo done''${++count} $?\n`)
    },
    async status() {
      const mark = new RegExp(`^done${count} (\\d+)$`, 'm')
      await expect.poll(shown).toMatch(mark)
      return mark.exec(shown())![1]!
    },
  }
}

test('signs a command line in by a code confirmed in the browser, and out', async ({
  page,
  project,
  shell,
}) => {
  shell.type(`auth login --host ${SERVER_URL}`)
  const code = /^ {2}([A-Z]{4}-[A-Z]{4})$/m
  await expect.poll(shell.shown).toMatch(code)
  expect(shell.shown()).toContain(`${SERVER_URL}/device/verify`)

  await page.goto('/device/verify')
  await expect(page.getByRole('textbox', { name: 'Character 1.' })).toBeFocused()
  await page.keyboard.type(code.exec(shell.shown())![1]!.replace('-', ''))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Device logged in')).toBeVisible()
  expect(await shell.status()).toBe('0')
  expect(shell.shown()).toContain(`Signed in to ${SERVER_URL} as admin`)

  shell.type(`project view ${project}`)
  expect(await shell.status()).toBe('0')
  expect(shell.shown()).toContain('Made by a test')

  // Its token is listed in the settings, and disappears when it signs out.
  await page.goto('/settings/access-tokens')
  const id = shell.tokenId()
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) })
  await expect(row).toBeVisible()
  shell.type('auth logout')
  expect(await shell.status()).toBe('0')
  await expect(row).toBeHidden()
  shell.type(`project view ${project}`)
  expect(await shell.status()).toBe('3')
})

test('ends an unconfirmed sign-in by Ctrl-C', async ({ shell }) => {
  shell.type(`auth login --host ${SERVER_URL}`)
  await expect.poll(shell.shown).toContain('Waiting for confirmation')
  shell.interrupt()
  expect(await shell.status()).toBe('130')
})
