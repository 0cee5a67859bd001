import { stripVTControlCharacters } from 'node:util'
import { expect as impatient, type Page } from '@playwright/test'

/** Emulated guests of a busy computer take so long; milliseconds. */
export const PATIENCE = 180_000
const expect = impatient.configure({ timeout: PATIENCE })

/** Returns the latest output of an instance of the project "first", without what controls a terminal. */
export async function screenText(page: Page, instance: string): Promise<string> {
  const query = `project=first&most_recent=4000&max_bytes=4000`
  const answer = await page.request.get(`/v1/instances/${instance}/serial-console?${query}`)
  if (!answer.ok()) return ''
  const { data } = (await answer.json()) as { data: number[] }
  return stripVTControlCharacters(Buffer.from(data).toString('latin1')).replaceAll('\r', '')
}

/** Opens the serial console of an instance. */
export async function openGuest(page: Page, instance: string) {
  await page.goto(`/projects/first/instances/${instance}/serial-console`)
  await expect(page.getByText('connected', { exact: true })).toBeVisible()
  await page.locator('.xterm').first().click()
  return {
    /** Types a line and waits until the output after it matches. */
    async run(line: string, answer: RegExp): Promise<void> {
      const before = (await screenText(page, instance)).length
      const added = async () => (await screenText(page, instance)).slice(before)
      await page.keyboard.type(`${line}\n`)
      await expect.poll(added).toMatch(answer)
      // The terminal gets the output by another way.
      await expect(page.locator('.xterm-rows')).toHaveText(/#\s*$/)
    },
  }
}
