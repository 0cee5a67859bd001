import { ADMIN_PASSWORD } from '../places.ts'
import { expect, instance, signIn, test } from './fixtures.ts'

test('does not send an instance without a boot source', async ({ page, project }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(`/projects/${project}/instances-new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  for (const [tab, heading, problem] of [
    ['Project images', 'No project images found', 'Image is required'],
    ['Existing disks', 'No detached disks found', 'Disk is required'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await page.getByRole('button', { name: 'Create instance' }).click()
    await expect(page.getByText(problem)).toBeVisible()
  }
  expect(sent).toEqual([])
})

test('does not send a boot source that was deleted elsewhere', async ({ page, make, project }) => {
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const path = `/v1/disks?project=${project}`
  for (const name of ['kept', 'doomed'])
    await make(path, { name, description: '', size: 2 ** 30, disk_backend: blank })
  await page.goto(`/projects/${project}/instances-new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await page.getByRole('tab', { name: 'Existing disks' }).click()
  const disk = page.getByRole('combobox', { name: 'Disk' })
  await disk.fill('doomed')
  await page.getByRole('option', { name: /doomed/ }).click()
  await disk.press('Tab')
  await expect(disk).toHaveValue('doomed')
  const remove = () => page.request.delete(`/v1/disks/doomed?project=${project}`)
  await expect.poll(async () => (await remove()).status()).toBe(204)
  // The selection stays visible; the form shows that it was deleted.
  await disk.click()
  await expect(page.getByRole('option', { name: /doomed.*Not there any more/ })).toBeVisible()
  await disk.press('Escape')
  await expect(disk).toHaveValue('doomed')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText(/^The selection no longer exists/)).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/instances-new`)
})

test('keeps the page around a list or a tab that failed to load, and retries it', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  // Without pushed changes, which make the page read again by itself.
  await page.route('**/experimental/v1/events*', (route) => route.abort())
  let works = false
  await page.route(/\/v1\/instances(\/web\/disks)?\?/, (route) =>
    works
      ? route.continue()
      : route.fulfill({ status: 500, json: { error_code: 'Internal', message: 'out of order' } }),
  )
  const main = page.getByRole('main')
  const again = main.getByRole('button', { name: 'Try again' })
  for (const [path, heading, failed, shown] of [
    ['instances', 'Instances', 'Instances could not be loaded', 'web'],
    ['instances/web/storage', 'web', 'Disks could not be loaded', 'Additional disks'],
  ] as const) {
    works = false
    await page.goto(`/projects/${project}/${path}`)
    await expect(main.getByRole('alert')).toContainText(failed)
    await expect(main.getByText('Out of order')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Snapshots' })).toBeVisible()
    works = true
    await again.click()
    await expect(main.getByText(shown).last()).toBeVisible()
    await expect(again).toBeHidden()
  }
})

test('shows a missing page for a URL with an invalid name', async ({ page, project }) => {
  for (const path of ['/projects/UPPER/instances', `/projects/${project}/instances/Web_1/storage`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('ignores an invalid filter', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances?state=bogus&name=true`)
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})

test('keeps the draft when a session expires in the middle of a form', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('ledger')
  await page.getByRole('radio', { name: 'Snapshot' }).check()
  await page.getByRole('radio', { name: 'Blank' }).check()
  await page.getByRole('radio', { name: '512', exact: true }).check()
  await page.context().clearCookies()
  const username = page.getByRole('textbox', { name: 'Username' })
  // The event stream may notice first, and then there is no button.
  await page.getByRole('button', { name: 'Create disk' }).or(username).first().click()
  await username.fill('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(`/projects/${project}/disks-new`)
  await expect(name).toHaveValue('ledger')
  await expect(page.getByRole('radio', { name: '512', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByRole('row', { name: /ledger/ })).toBeVisible()
  await page.goto(`/projects/${project}/disks-new`)
  await expect(name).toHaveValue('')
})

test('keeps an edited form when its session has ended, until the user has signed in elsewhere', async ({
  page,
  context,
  project,
}) => {
  await page.goto(`/projects/${project}/edit`)
  const panel = page.getByRole('dialog')
  const description = panel.getByRole('textbox', { name: 'Description' })
  await description.fill('A long text')
  const cookies = await context.cookies()
  await context.clearCookies()
  const save = panel.getByRole('button', { name: 'Update project' })
  await save.click()
  await expect(panel.getByRole('alert')).toContainText('Your session has ended. Sign in in another tab')
  await expect(description).toHaveValue('A long text')
  await context.addCookies(cookies)
  await save.click()
  await expect(page.getByTestId('Toasts')).toContainText(`Project ${project} updated`)
})

test('says signed out beside an edited form after a sign-out in another tab, and goes on after a sign-in', async ({
  page,
  context,
  project,
}) => {
  await page.goto(`/projects/${project}/edit`)
  const description = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
  await description.fill('A long text')
  // The open panel hides it from roles.
  const mark = page.locator('header output')
  await expect(mark).toHaveText('Live')
  const other = await context.newPage()
  await other.goto('/projects')
  await other.getByRole('button', { name: 'User menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(mark).toHaveText(/^Signed out, data from/)
  const toast = page.getByTestId('Toasts').getByText('Your session has ended.')
  await expect(toast).toBeVisible()
  await expect(description).toHaveValue('A long text')
  await signIn(other.request)
  await expect(mark).toHaveText('Live', { timeout: 30_000 })
  await expect(toast).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Update project' }).click()
  await expect(page.getByTestId('Toasts')).toContainText(`Project ${project} updated`)
})

test('shows the problem of a choice beside its open list', async ({ page, project }) => {
  await page.goto(`/projects/${project}/access`)
  await page.getByRole('button', { name: 'Add user or group' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Assign role' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  const problem = panel.getByText('User or group is required')
  // The topmost element at its place is the text itself, and not the list.
  const isOnTop = () =>
    problem.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 2, top + height / 2) === element
    })
  await expect.poll(isOnTop).toBe(true)
})

test('keeps the draft when the longest form is reloaded', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances-new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('web')
  await page.getByRole('tab', { name: 'Blank disk' }).click()
  await page.getByRole('textbox', { name: /Disk size/ }).fill('25')
  await page.getByRole('radio', { name: 'None' }).check()
  await page.getByRole('button', { name: 'Show advanced settings' }).click()
  await page.getByRole('textbox', { name: /User Data/i }).fill('#cloud-config')
  await page.reload()

  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(name).toHaveValue('web')
  await expect(page.getByRole('tab', { name: 'Blank disk' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: /Disk size/ })).toHaveValue('25')
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: /User Data/i })).toHaveValue('#cloud-config')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})
