import { expect, test } from './fixtures.ts'

test('an instance is not asked for without what it boots from', async ({ page, project }) => {
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

test('an address with a name that cannot be is a page that does not exist', async ({ page, project }) => {
  for (const path of ['/projects/UPPER/instances', `/projects/${project}/instances/Web_1/storage`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('a filter that is none is left out', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances?state=bogus&name=true`)
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})
