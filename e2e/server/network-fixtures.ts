import { expect, type Locator, type Page } from '@playwright/test'
import { unique } from './silo-fixtures.ts'

type Make = (path: string, body?: unknown) => Promise<unknown>

/** Chooses an entry from the menu of a row. */
export async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses an option of a listbox in a form. @param option its whole name, or a pattern. */
export async function choose(
  page: Page,
  form: Locator,
  field: string,
  option: string | RegExp,
): Promise<void> {
  await form.getByRole('button', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

let networks = 0
/** Returns a network of /24 that no other test has: each worker has 256 of its own. */
export function network(): string {
  const worker = Number(process.env.TEST_WORKER_INDEX)
  return `100.${64 + (worker % 64)}.${networks++ % 256}.0/24`
}

/** Creates a subnet pool with one member, for subnets from /26 to /30, and links it to the main silo. */
export async function linkedBlocks(make: Make) {
  const pool = unique('blocks')
  const subnet = network()
  await make('/v1/system/subnet-pools', { name: pool, description: '', ip_version: 'v4' })
  const lengths = { min_prefix_length: 26, max_prefix_length: 30 }
  await make(`/v1/system/subnet-pools/${pool}/members/add`, { subnet, ...lengths })
  await make(`/v1/system/subnet-pools/${pool}/silos`, { silo: 'main', is_default: false })
  /** Returns the /28 that begins at an address of the member. */
  const blocks = (first: number): string => subnet.replace('.0/24', `.${first}/28`)
  return { pool, subnet, blocks }
}

/** Waits until an instance is made: before that, nothing can be attached to it. */
export async function untilMade(page: Page, project: string, name: string): Promise<void> {
  const state = async () => {
    const response = await page.request.get(`/v1/instances/${name}?project=${project}`)
    return (await response.json()).run_state
  }
  await expect.poll(state).not.toBe('creating')
}
