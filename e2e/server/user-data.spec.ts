import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Opens the form of a new instance with its advanced settings. */
async function openForm(page: Page, project: string) {
  await page.goto(`/projects/${project}/instances-new`)
  await page.getByRole('button', { name: 'Show advanced settings' }).click()
  return page.getByRole('textbox', { name: /^User Data/ })
}

/** Chooses a snippet by the keyboard. */
async function insert(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Insert snippet' })
  await button.press('Enter')
  const item = page.getByRole('menuitem', { name, exact: true })
  await item.focus()
  await item.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
}

test('the editor names mistakes by line, goes to them, and lets the user create anyway', async ({
  page,
  project,
}) => {
  const editor = await openForm(page, project)
  await editor.fill('packages:\n  - nginx\n')
  const notes = page.getByRole('list', { name: 'Notes on user data' })
  await expect(notes).toContainText('Line 1, column 1: The first line must say what the data is')
  await editor.fill('#cloud-config\npackages: nginx\nusers:\n\t- default\n')
  await expect(notes).toContainText('Error: Line 4, column 1:')
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await editor.fill('#cloud-config\npackages: nginx\nrunncmd: []\n')
  await expect(notes.getByRole('listitem')).toHaveCount(2)
  await notes.getByRole('button', { name: 'Line 3, column 1:' }).press('Enter')
  await expect(editor).toBeFocused()
  expect(await editor.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(30)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('anyway')
  await page.getByRole('tab', { name: 'Blank disk' }).click()
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/v1/instances'))
  await page.getByRole('button', { name: 'Create instance' }).click()
  expect(atob((await request).postDataJSON().user_data)).toBe('#cloud-config\npackages: nginx\nrunncmd: []\n')
  await expect(page).toHaveURL(`/projects/${project}/instances/anyway/storage`)
})

test('snippets merge into the text, keep comments, and can be undone', async ({ page, project }) => {
  const editor = await openForm(page, project)
  await insert(page, 'Run a command')
  await expect(editor).toBeFocused()
  await expect(editor).toHaveValue(/^#cloud-config\nruncmd:\n {2}- /)
  await editor.fill('#cloud-config\n# mine\npackages:\n  - git # for later\n')
  await insert(page, 'Install packages')
  const merged = '#cloud-config\n# mine\npackages:\n  - git # for later\n  - nginx\npackage_update: true\n'
  await expect(editor).toHaveValue(merged)
  await editor.press('ControlOrMeta+z')
  await expect(editor).toHaveValue('#cloud-config\n# mine\npackages:\n  - git # for later\n')
  for (const name of ['Install packages', 'Write a file', 'Set the time zone', 'Reboot when done'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await insert(page, name)
  await expect(editor).toHaveValue(/ {2}- path: \/etc\/motd\n[^]*power_state:\n {2}mode: reboot\n/)
  await expect(page.getByText('Valid cloud-config')).toBeVisible()
  // What is missing for a snippet, its entry says.
  await page.getByRole('button', { name: 'Insert snippet' }).press('Enter')
  await expect(
    page.getByRole('menuitem', { name: 'Format and mount a data disk' }),
  ).toHaveAccessibleDescription('Add a disk under Additional disks first')
  await page.keyboard.press('Escape')
  await editor.fill('#!/bin/sh\n')
  await page.getByRole('button', { name: 'Insert snippet' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Run a command' })).toHaveAccessibleDescription(
    'Snippets are for text that begins with "#cloud-config"',
  )
})

test('Enter keeps the indentation, Tab leaves the editor', async ({ page, project }) => {
  const editor = await openForm(page, project)
  await editor.focus()
  await page.keyboard.type('#cloud-config\nusers:\n- name: web\nshell: /bin/sh\n')
  await expect(editor).toHaveValue('#cloud-config\nusers:\n  - name: web\n    shell: /bin/sh\n    ')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(editor).toBeFocused()
})

test('a file is checked, and can be moved into the editor', async ({ page, project }) => {
  const editor = await openForm(page, project)
  await expect(editor).toBeVisible()
  await page.getByRole('radio', { name: 'Upload a file' }).check()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from([0x50, 0x4b, 0xff]) })
  await expect(page.getByText(/neither text in UTF-8 nor packed with gzip/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit as text' })).toBeHidden()
  await file.setInputFiles({
    name: 'a.yaml',
    mimeType: '',
    buffer: Buffer.from('#cloud-config\r\npackages: [a\r\n'),
  })
  await expect(page.getByRole('list', { name: 'Notes on user data' })).toContainText('Line 3, column 1:')
  await page.getByRole('button', { name: 'Edit as text' }).click()
  await expect(editor).toHaveValue('#cloud-config\npackages: [a\n')
})
