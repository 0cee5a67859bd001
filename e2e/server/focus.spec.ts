import { expect, instance, pressEnter, test } from './fixtures.ts'

const blank = (name: string) => ({
  name,
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})

test('focuses the next row after a row is deleted by keyboard', async ({ page, project, make }) => {
  for (const name of ['one', 'three', 'two']) await make(`/v1/disks?project=${project}`, blank(name))
  await page.goto(`/projects/${project}/disks`)
  const actions = (name: string) =>
    page.getByRole('row', { name: new RegExp(`(^| )${name} `) }).getByRole('button', { name: 'Row actions' })
  await expect(page.getByText('detached')).toHaveCount(3)
  await actions('three').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(actions('three')).toHaveCount(0)
  await expect(actions('two')).toBeFocused()
})

test('keeps a menu over the bottom bar open while the focus moves through it', async ({
  page,
  project,
  make,
}) => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await make(`/v1/disks?project=${project}`, blank(name))
  const items = ['Copy ID', 'View history', 'Snapshot', 'Create like this', 'Protect from deletion', 'Delete']
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByText('detached')).toHaveCount(6)
  for (const name of ['a', 'b', 'c']) {
    const actions = page
      .getByRole('row', { name: new RegExp(`(^| )${name} `) })
      .getByRole('button', { name: 'Row actions' })
    await pressEnter(actions)
    for (const item of items) {
      await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(actions).toBeFocused()
  }
})

test('moves the focus to the heading after a panel without an opener', async ({ page }) => {
  await page.goto('/projects-new')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeFocused()
})

test('leaves a terminal by keyboard: Escape, then Tab', async ({ page, project, make }) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  await page.goto(`/projects/${project}/instances/web/serial-console`)
  await expect(page.getByText('connected', { exact: true })).toBeVisible()
  const input = page.getByRole('textbox', { name: 'Terminal input' })
  await expect(input).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(input).toBeFocused()
})

test('shows a missing page after another user renames the project', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
  await page.request.put(`/v1/projects/${project}`, { data: { name: `${project}-x`, description: '' } })
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
