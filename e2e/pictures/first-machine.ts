// `npm run pictures`: walks through docs/first-machine.md with real machines, checks that what it says is so, and makes its pictures.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect as impatient, type Page } from '@playwright/test'
import { buildConsole } from '../../scripts/build-console.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { endMachines } from '../../scripts/end-machines.ts'
import { act, choose } from '../server/network-fixtures.ts'
import { withOwnServer } from '../server/own-server.ts'
import { ADMIN_PASSWORD, EMPTY_SERVER_URL } from '../places.ts'
import { openGuest, PATIENCE, screenText } from './guest.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const SIZE = { width: 1280, height: 800 }
const expect = impatient.configure({ timeout: PATIENCE })
const RULES = '/projects/first/vpcs/default/firewall-rules'
const FETCH = 'timeout 10 wget -qO- http://172.30.0.6/'
const keys = mkdtempSync(join(tmpdir(), 'granary-pictures-'))

async function walk(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZE,
    baseURL: EMPTY_SERVER_URL,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  try {
    await signIn(page)
    await fetchImage(page)
    await createInstance(page, 'web-1', makeKey())
    await createInstance(page, 'web-2')
    await useSerialConsole(page)
    await changeRules(page)
    connectFromOutside(await gapsOf(page))
  } catch (error) {
    await page.screenshot({ path: join(tmpdir(), 'granary-pictures-failed.png') })
    throw error
  }
}

/** Makes a picture, without the messages in the corner. */
async function picture(page: Page, name: string): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss notification' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await page.screenshot({ path: join(DOCS, `first-machine-${name}.png`), animations: 'disabled' })
}

/** Makes an SSH key and returns its public half. */
function makeKey(): string {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'me@example', '-f', join(keys, 'key')])
  return readFileSync(join(keys, 'key.pub'), 'utf8').trim()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'New project' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('first')
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/first/)
}

async function fetchImage(page: Page): Promise<void> {
  await page.goto('/projects/first/images-new')
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'The catalog' }).check()
  await panel.getByRole('button', { name: 'Cloud image' }).click()
  const demo = page.getByRole('option', { name: /^Demo/ })
  await demo.hover()
  await picture(page, 'catalog')
  await demo.click()
  await panel.getByRole('button', { name: 'Fetch image' }).click()
  await expect(page.getByRole('row', { name: /demo/ })).toBeVisible()
}

/** @param key an SSH key to add on the way. */
async function createInstance(page: Page, name: string, key?: string): Promise<void> {
  await page.goto('/projects/first/instances-new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('tab', { name: 'Custom' }).click()
  await page.getByRole('textbox', { name: 'CPUs' }).fill('1')
  await page.getByRole('textbox', { name: 'Memory (GiB)' }).fill('1')
  if (key) {
    await page.getByRole('button', { name: 'Add SSH Key' }).click()
    const panel = page.getByRole('dialog', { name: 'Add SSH key' })
    await panel.getByRole('textbox', { name: 'Name' }).fill('mine')
    await panel.getByRole('textbox', { name: 'Public key' }).fill(key)
    await panel.getByRole('button', { name: 'Add SSH key' }).click()
    await expect(page.getByRole('checkbox', { name: 'mine' })).toBeChecked()
  }
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('demo')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL(`/projects/first/instances/${name}/storage`)
  const properties = page.getByLabel('Properties table')
  await expect(properties.getByText('running')).toBeVisible()
  if (key) await picture(page, 'instance')
  await expect.poll(() => screenText(page, name)).toMatch(/login: $/)
}

async function useSerialConsole(page: Page): Promise<void> {
  const guest = await openGuest(page, 'web-1')
  await guest.run('root', /# $/)
  await guest.run(FETCH, /This is web-2[^#]*# $/)
  await picture(page, 'serial-console')
}

/** Denies what the neighbour's page needs, sees that it doesn't answer, and allows it by a rule. */
async function changeRules(page: Page): Promise<void> {
  await page.goto(RULES)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await act(page, row('allow-internal-inbound'), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByRole('checkbox', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Update rule' }).click()
  await expect(row('allow-internal-inbound')).toContainText('Disabled')
  const before = await openGuest(page, 'web-1')
  await before.run(FETCH, /Terminated\n[^#]*# $/)

  await page.goto(RULES)
  await page.getByRole('link', { name: 'New rule' }).click()
  const panel = page.getByRole('dialog', { name: 'Add firewall rule' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('allow-web')
  await panel.getByRole('textbox', { name: 'Priority' }).fill('100')
  await panel
    .getByRole('combobox', { name: /^VPC name/ })
    .first()
    .fill('default')
  await panel.getByRole('button', { name: 'Add target' }).click()
  await panel.getByRole('textbox', { name: /^Port filters/ }).fill('80')
  await panel.getByRole('button', { name: 'Add port filter' }).click()
  await choose(page, panel, 'Protocol filters', 'TCP')
  await panel.getByRole('button', { name: 'Add protocol filter' }).click()
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(row('allow-web')).toContainText('Allows TCP to port 80 from anywhere to VPC default.')
  await expect(page.getByText(/TCP 22, 80/).first()).toBeVisible()
  await picture(page, 'firewall-rules')
  const after = await openGuest(page, 'web-1')
  await after.run(FETCH, /This is web-2[^#]*# $/)
}

/** Returns where this computer reaches the addresses of the default VPC. */
async function gapsOf(page: Page): Promise<string[]> {
  const { id } = await (await page.request.get('/v1/vpcs/default?project=first')).json()
  const { items } = await (await page.request.get(`/experimental/v1/vpcs/${id}/gaps`)).json()
  return (items as { reason: string }[]).flatMap(({ reason }) => /127[.\d]+\d/.exec(reason)?.[0] ?? [])
}

/** Signs in by SSH, and reads the page, at the addresses on this computer. Without root, ports are 8,000 higher. */
function connectFromOutside(addresses: readonly string[]): void {
  const more = process.getuid?.() === 0 ? 0 : 8_000
  const [first, second] = addresses as [string, string]
  const ssh = ['-i', join(keys, 'key'), '-p', String(22 + more), '-o', 'StrictHostKeyChecking=no']
  const options = [
    ...ssh,
    '-o',
    `UserKnownHostsFile=${join(keys, 'hosts')}`,
    '-o',
    'LogLevel=ERROR',
    '-o',
    'BatchMode=yes',
  ]
  const limits = { encoding: 'utf8', timeout: PATIENCE } as const
  const name = execFileSync('ssh', [...options, `root@${first}`, 'hostname'], limits).trim()
  expect(name).toBe('web-1')
  const body = execFileSync('curl', ['-sf', '-m', '20', `http://${second}:${80 + more}/`], {
    encoding: 'utf8',
  })
  expect(body).toContain('This is web-2.')
  console.log(`SSH to ${first} reached ${name}; the page of web-2 is at http://${second}:${80 + more}/`)
}

await buildConsole()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  await withOwnServer(
    EMPTY_SERVER_URL,
    async ({ folder, kill }) => {
      try {
        await walk(browser)
      } finally {
        await kill()
        await endMachines(folder)
      }
    },
    ['--compute', 'qemu'],
  )
} finally {
  await browser.close()
  rmSync(keys, { recursive: true })
}
