import { expect, pressEnter, test } from './fixtures.ts'

test('gives a new resource tags by keyboard, and narrows its list by one of them', async ({
  page,
  make,
  project,
}) => {
  const routers = `/projects/${project}/vpcs/default/routers`
  await make(`/v1/vpc-routers?project=${project}&vpc=default`, { name: 'plain', description: '' })
  await page.goto(`${routers}-new`)
  const form = page.getByRole('dialog', { name: 'Create router' })
  await form.getByLabel('Name').fill('tagged')
  await pressEnter(form.getByRole('button', { name: 'Add tags' }))
  await expect(form.getByLabel('Tags')).toBeFocused()
  await page.keyboard.type('env')
  await page.keyboard.press('Enter')
  await expect(form.getByText('env: Must be KEY=VALUE')).toBeVisible()
  await page.keyboard.type('=prod, team=web')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${routers}$`))
  await expect(page.getByRole('row')).toHaveCount(4)
  await pressEnter(page.getByRole('button', { name: 'Filter by tag env=prod' }))
  await expect(page.getByRole('row')).toHaveCount(2)
  const filter = page.getByRole('combobox', { name: 'Filter routers by name or field' })
  await expect(filter).toHaveValue('tag:env=prod')
  await filter.fill('-tag:*')
  await expect(page.getByRole('row', { name: /plain/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /tagged/ })).toHaveCount(0)
})

test('changes the tags of several parts of a VPC at once', async ({ page, make, project }) => {
  for (const name of ['one', 'two'])
    await make(`/v1/internet-gateways?project=${project}&vpc=default`, { name, description: '' })
  await page.goto(`/projects/${project}/vpcs/default/internet-gateways`)
  for (const name of ['one', 'two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const bar = page.getByRole('region', { name: 'With the selected internet gateways' })
  await bar.getByRole('button', { name: 'Edit tags' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Edit tags of 2 internet gateways' })
  await dialog.getByLabel('Tags to set').fill('env=prod')
  await dialog.getByRole('button', { name: 'Edit tags' }).click()
  const results = page.getByRole('dialog')
  await expect(results.getByRole('status')).toHaveText('2 of 2 done')
  await expect(results.getByRole('link', { name: 'one' })).toHaveAttribute(
    'href',
    `/projects/${project}/vpcs/default/internet-gateways/one`,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Filter by tag env=prod' })).toHaveCount(2)
})
