import { expect, test } from './fixtures.ts'

test('keeps the draft of a panel whose resource or project is deleted elsewhere', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/vpcs?project=${project}`, { name: 'shop', dns_name: 'shop', description: '' })
  await make(`/v1/vpc-subnets?project=${project}&vpc=shop`, {
    name: 'front',
    description: '',
    ipv4_block: '10.9.0.0/22',
  })
  await page.goto(`/projects/${project}/vpcs/shop/subnets/front/edit`)
  const panel = page.getByRole('dialog')
  const description = panel.getByRole('textbox', { name: 'Description' })
  await description.fill('A long text')
  await page.request.delete(`/v1/vpc-subnets/front?project=${project}&vpc=shop`)
  await expect(panel.getByRole('alert')).toContainText('The VPC subnet "front" no longer exists')
  await expect(description).toHaveValue('A long text')
  await expect(panel.getByRole('button', { name: 'Update VPC subnet' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'shop', level: 1 })).toBeVisible()

  await make('/v1/projects', { name: `${project}-2`, description: '' })
  await page.goto(`/projects/${project}-2/disks-new`)
  const name = panel.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('draft')
  for (const path of [
    `vpc-subnets/default?project=${project}-2&vpc=default`,
    `vpcs/default?project=${project}-2`,
    `projects/${project}-2`,
  ])
    expect((await page.request.delete(`/v1/${path}`)).status()).toBe(204)
  await expect(panel.getByRole('alert')).toContainText(`The project "${project}-2" no longer exists`)
  await expect(name).toHaveValue('draft')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('says in a long form that its project was deleted elsewhere, and refuses to create', async ({
  page,
  make,
  project,
}) => {
  const doomed = `${project}-3`
  await make('/v1/projects', { name: doomed, description: '' })
  await page.goto(`/projects/${doomed}/instances-new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('draft')
  for (const path of [
    `vpc-subnets/default?project=${doomed}&vpc=default`,
    `vpcs/default?project=${doomed}`,
    `projects/${doomed}`,
  ])
    expect((await page.request.delete(`/v1/${path}`)).status()).toBe(204)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    `The project "${doomed}" no longer exists`,
  )
  await expect(name).toHaveValue('draft')
  await expect(page.getByRole('button', { name: 'Create instance' })).toHaveAttribute('aria-disabled', 'true')
})

test('closes the panel of an SSH key that is deleted elsewhere', async ({ page, make, project }) => {
  const key = `${project}-key`
  const publicKey =
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX robin@fenwick'
  await make('/v1/me/ssh-keys', { name: key, description: '', public_key: publicKey })
  await page.goto(`/settings/ssh-keys/${key}/edit`)
  await expect(page.getByRole('dialog', { name: 'View SSH key' })).toContainText(key)
  expect((await page.request.delete(`/v1/me/ssh-keys/${key}`)).status()).toBe(204)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
