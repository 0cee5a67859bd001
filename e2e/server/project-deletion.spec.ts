import { expect, expectGone, instance, test } from './fixtures.ts'

test('deletes a project with everything in it after the user types its name', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  await make(`/v1/anti-affinity-groups?project=${project}`, {
    name: 'apart',
    description: '',
    policy: 'allow',
    failure_domain: 'sled',
  })
  await page.goto(`/projects?name=${project}`)
  const row = page.getByRole('row', { name: new RegExp(project) })
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete project' })
  await expect(dialog.getByRole('link', { name: '1 instance', exact: true })).toBeVisible()
  await expect(dialog.getByText('apart')).toBeVisible()
  await expect(dialog.getByText(/stopped first/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Project name' }).fill(project)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  const job = page.getByRole('dialog', { name: `Delete project ${project}` })
  await expect(job.getByRole('row', { name: `${project} done` })).toBeVisible()
  await job.getByRole('button', { name: 'Close' }).first().click()
  await expectGone(row)
})
