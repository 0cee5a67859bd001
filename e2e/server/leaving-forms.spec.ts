import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const QUESTION = { name: 'Confirm navigation' }
const nameIn = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

/** The three kinds of forms, each reached by a link from the page below it. */
const SHELLS = [
  {
    shell: 'a panel',
    from: (project: string) => `/projects/${project}/disks`,
    open: (page: Page) => page.getByRole('link', { name: 'New disk' }).first().click(),
    at: (project: string) => `/projects/${project}/disks-new`,
    field: nameIn,
    stay: 'Keep editing',
    leave: 'Leave form',
  },
  {
    shell: 'a page',
    from: (project: string) => `/projects/${project}/instances`,
    open: (page: Page) => page.getByRole('link', { name: 'New instance' }).first().click(),
    at: (project: string) => `/projects/${project}/instances-new`,
    field: nameIn,
    stay: 'Continue editing',
    leave: 'Leave this page',
  },
] as const

for (const { shell, from, open, at, field, stay, leave } of SHELLS) {
  test(`asks at every Back out of ${shell}, and keeps the draft`, async ({ page, project }) => {
    await page.goto('/projects')
    await page.goto(from(project))
    await open(page)
    await field(page).fill('draft')
    const question = page.getByRole('dialog', QUESTION)
    for (const times of [1, 2]) {
      for (let pressed = 0; pressed < times; pressed++) await page.evaluate(() => history.back())
      await expect(question).toBeVisible()
      await expect(page).toHaveURL(at(project))
      await question.getByRole('button', { name: stay }).click()
      await expect(question).toBeHidden()
      await expect(page).toHaveURL(at(project))
      await expect(field(page)).toHaveValue('draft')
    }
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: leave }).click()
    await expect(page).toHaveURL(from(project))
    await expect(field(page)).toBeHidden()
  })

  test(`keeps the draft of ${shell} over a reload`, async ({ page, project }) => {
    await page.goto(from(project))
    await open(page)
    await field(page).fill('draft')
    await page.reload()
    await expect(field(page)).toHaveValue('draft')
    await expect(page.getByText('Your draft is back.')).toBeVisible()
  })
}

test('asks before a link out of a page, and then follows it', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances-new`)
  await nameIn(page).fill('draft')
  const disks = page.getByRole('navigation').getByRole('link', { name: 'Disks' })
  const question = page.getByRole('dialog', QUESTION)
  await disks.click()
  await question.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances-new`)
  await disks.click()
  await question.getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await expect(page.getByRole('heading', { name: 'Disks', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(nameIn(page)).toHaveValue('')
})

test('returns by Back to a form that the user just left, without a question', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances-new`)
  await nameIn(page).fill('draft')
  // The next page never arrives: the form that the user left stays in view.
  await page.route(/\/v1\/disks\b/, () => {})
  await page.getByRole('navigation').getByRole('link', { name: 'Disks' }).click()
  const question = page.getByRole('dialog', QUESTION)
  await question.getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await page.goBack()
  await expect(page).toHaveURL(`/projects/${project}/instances-new`)
  await expect(nameIn(page)).toBeVisible()
  await expect(question).toBeHidden()
})

test('asks once at Escape out of a panel, and leaves it', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  await nameIn(page).fill('draft')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', QUESTION).getByRole('button', { name: 'Leave form' }).click()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('leaves a submitted or unchanged form without asking', async ({ page, project }) => {
  await page.goto(`/projects/${project}/snapshots`)
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await expect(nameIn(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).first().click()
  await nameIn(page).fill('sent')
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByRole('cell', { name: 'sent', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('lets the browser ask before it reloads a form that keeps no draft', async ({ page, project }) => {
  await page.goto(`/projects/${project}/edit`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.click()
  await description.fill('changed')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(description).toHaveValue('changed')
})

test('asks at Back out of a dialog, and keeps the selection', async ({ page, project }) => {
  // Follows a link, because Back between two loaded pages would be a reload.
  await page.goto('/projects')
  await page.getByRole('navigation').getByRole('link', { name: 'Images' }).click()
  await page.getByRole('button', { name: 'Promote image' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Promote image' })
  const chosen = dialog.getByRole('combobox', { name: 'Project' })
  await chosen.fill(project)
  await page.getByRole('option', { name: project }).click()
  await page.evaluate(() => history.back())
  const question = page.getByRole('dialog', QUESTION)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL('/images')
  await expect(chosen).toHaveValue(project)
})
