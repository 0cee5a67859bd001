import type { Locator, Page } from '@playwright/test'
import { expectNoViolation, showTheme } from './axe.ts'
import { expect, instance, test } from './fixtures.ts'

/** Opens something over the page, and returns it. */
type Overlay = { name: string; open: (page: Page) => Promise<Locator> }

/** A menu or list that a button opens. */
const press = (button: string, role: 'menu' | 'listbox' | 'dialog'): Overlay => ({
  name: `${role} of ${button}`,
  open: async (page) => {
    await page.getByRole('button', { name: button }).first().click()
    return page.getByRole(role).last()
  },
})

/** The dialog that an entry of a row's menu opens. @param loaded a text that it shows when all of it has loaded. */
const rowAction = (entry: string, loaded: RegExp): Overlay => ({
  name: `dialog of ${entry}`,
  open: async (page) => {
    await page.getByRole('button', { name: 'Row actions' }).first().click()
    await page.getByRole('menuitem', { name: entry }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toContainText(loaded)
    return dialog
  },
})

/** The open list of a field, in which the first option has the focus. */
const list = (field: RegExp): Overlay => ({
  name: `list of ${field.source}`,
  open: async (page) => {
    const input = page.getByRole('combobox', { name: field }).or(page.getByRole('button', { name: field }))
    await input.first().click()
    await page.keyboard.press('ArrowDown')
    return page.getByRole('listbox')
  },
})

/** Opens each overlay, checks it in both themes, and closes it by Escape. The page loads once. */
async function expectNoFaults(page: Page, path: string, overlays: readonly Overlay[]): Promise<void> {
  await page.goto(path)
  await page.locator('h1, h2').first().waitFor()
  for (const { name, open } of overlays) {
    await showTheme(page, 'light')
    const overlay = await open(page)
    await expect(overlay).toBeVisible()
    await expectNoViolation(page, `${path}, ${name}`, 'every rule but landmarks')
    await showTheme(page, 'dark')
    await expectNoViolation(page, `${path}, ${name} in the dark theme`, 'colors')
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
  }
}

test('axe finds no violation in menus, dialogs and lists that are open', async ({ page, make, project }) => {
  test.setTimeout(600_000)
  await make(`/v1/instances?project=${project}`, instance('axe', { start: false }))
  await make(`/v1/disks?project=${project}`, {
    name: 'axe-disk',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  const base = `/projects/${project}`
  await page.goto(`${base}/instances`)
  await expect(page.getByRole('cell', { name: 'stopped' })).toBeVisible()
  const bulkDelete: Overlay = {
    name: 'deletion of several',
    open: async () => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page
        .getByRole('region', { name: /With the selected/ })
        .getByRole('button', { name: 'Delete' })
        .click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog.getByRole('listitem')).toHaveText('axe')
      return dialog
    },
  }
  const palette: Overlay = {
    name: 'palette with results',
    open: async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type('axe')
      await expect(page.getByRole('option', { name: /axe/ }).first()).toBeVisible()
      return page.getByRole('dialog', { name: 'Quick actions' })
    },
  }
  await expectNoFaults(page, `${base}/instances`, [
    press('Row actions', 'menu'),
    press('List options', 'menu'),
    press('State', 'menu'),
    press('User menu', 'menu'),
    press('Switch between system and silo', 'menu'),
    rowAction('Delete', /It has no disks/),
    rowAction('Resize', /vCPUs/),
    bulkDelete,
    palette,
  ])
  const guard: Overlay = {
    name: 'leave guard',
    open: async () => {
      await page.getByRole('textbox', { name: 'Name' }).fill('half')
      await page.keyboard.press('Escape')
      return page.getByRole('dialog', { name: 'Confirm navigation' })
    },
  }
  await expectNoFaults(page, `${base}/snapshots-new`, [list(/^Disk/), press('Show as', 'menu'), guard])
  await expectNoFaults(page, `${base}/instances/axe/metrics/cpu`, [
    press('Calendar', 'dialog'),
    list(/^Choose a time range preset/),
  ])
})
