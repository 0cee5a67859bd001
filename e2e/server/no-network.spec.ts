import { expect, test } from './fixtures.ts'

test('a project without a VPC says at each step what is missing', async ({ page, make }) => {
  const project = `bare-${Date.now().toString(36)}`
  await page.goto('/projects-new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(project)
  await page.getByRole('checkbox', { name: 'Create a default VPC' }).uncheck()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances`)

  await page.goto(`/projects/${project}/instances-new`)
  await expect(page.getByText(/^This project has no VPC/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Default' })).toBeDisabled()
  await page.getByRole('link', { name: 'Create a VPC' }).click()

  // The form before it has a name too.
  const vpc = page.getByRole('dialog', { name: 'Create VPC' })
  await vpc.getByRole('textbox', { name: 'Name', exact: true }).fill('default')
  await vpc.getByRole('textbox', { name: 'DNS name' }).fill('default')
  await vpc.getByRole('checkbox', { name: 'Create a default subnet' }).uncheck()
  await vpc.getByRole('button', { name: 'Create VPC' }).click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/firewall-rules`)

  await make(`/v1/instances?project=${project}`, {
    name: 'bare',
    description: '',
    hostname: 'bare',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  })
  await page.goto(`/projects/${project}/instances/bare/networking`)
  await page.getByRole('button', { name: 'Add network interface' }).click()
  const panel = page.getByRole('dialog', { name: 'Add network interface' })
  await expect(panel.getByText(/^The VPC default has no subnet/)).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Create a VPC subnet' })).toBeVisible()

  await page.goto(`/projects/${project}/instances-new`)
  await expect(page.getByText(/needs a subnet named default in the VPC default/)).toBeVisible()
  await page.getByRole('link', { name: 'Create a VPC subnet' }).click()
  const subnet = page.getByRole('dialog', { name: 'Create VPC subnet' })
  await subnet.getByRole('textbox', { name: 'Name', exact: true }).fill('default')
  await subnet.getByRole('textbox', { name: 'IPv4 block' }).fill('10.0.0.0/24')
  await subnet.getByRole('button', { name: 'Create VPC subnet' }).click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/subnets`)

  await page.goto(`/projects/${project}/instances-new`)
  await expect(page.getByRole('radio', { name: 'Default' })).toBeChecked()
  await expect(page.getByText(/default network interface needs/)).toBeHidden()
})
