import { expect, instance, test } from './fixtures.ts'

test('an overview shows instances by state, and why one was not started', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  await make(`/v1/instances?project=${project}`, instance('big', { ncpus: 254 }))
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(`/projects/${project}/overview`)
  await expect(page).toHaveTitle(`Overview / ${project} / Projects / Granary Console`)
  await expect(page.getByRole('heading', { name: project, level: 1 })).toBeVisible()
  const states = page.getByRole('list', { name: 'Instances by state' })
  await expect(states.getByRole('link', { name: 'running 1' })).toBeVisible()
  await expect(states.getByRole('link', { name: 'stopped 1' })).toBeVisible()
  await expect(page.getByText(/^It wants 254 vCPUs and 1 GiB of memory/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent changes' })).toContainText('web')
  await expect(page.getByText(/used in the silo/)).toHaveCount(3)

  // Its name is a link, and the text around it is not.
  await page.getByText(/^It wants 254 vCPUs/).click()
  await expect(page).toHaveURL(`/projects/${project}/overview`)

  // A start that can't help says why, and leaves the page as it was.
  await page.getByRole('button', { name: 'Start big' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start instance' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText("Error starting instance 'big'")).toBeVisible()
})

test('an overview follows changes, and leads to the instances in a state', async ({
  page,
  make,
  project,
}) => {
  const { id } = await make(`/v1/instances?project=${project}`, instance('web'))
  await page.goto(`/projects/${project}/overview`)
  const states = page.getByRole('list', { name: 'Instances by state' })
  await expect(states.getByRole('link', { name: 'running 1' })).toBeVisible()
  await expect(page.getByText('Nothing needs attention')).toBeVisible()
  await make(`/v1/instances/${id}/stop`)
  await states.getByRole('link', { name: 'stopped 1' }).click()
  await expect(page).toHaveURL(/\/instances\?state=.*stopped/)
  await expect(page.getByRole('link', { name: 'web', exact: true })).toBeVisible()
})

test('an empty project offers its first instance', async ({ page, project }) => {
  await page.goto(`/projects/${project}/overview`)
  await page.getByRole('link', { name: 'Create the first instance' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances-new`)
})
