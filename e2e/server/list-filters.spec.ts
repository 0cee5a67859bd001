import { expect, instance, test } from './fixtures.ts'

test('filters a list by terms with suggestions, and says what is wrong', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  await make(`/v1/instances?project=${project}`, instance('db', { start: false }))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('row')).toHaveCount(3)
  const filter = page.getByRole('combobox', { name: 'Filter instances by name or field' })
  await filter.focus()
  await filter.pressSequentially('sta')
  await expect(page.getByRole('option', { name: /^state:/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await filter.pressSequentially('stopped -we')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /db/ })).toBeVisible()
  await filter.fill('vcpus:many')
  await expect(page.getByText('"vcpus" must be a whole number, such as 4 or >=4')).toBeVisible()
  await expect(page.getByRole('row', { name: /db/ })).toBeVisible()
})

test('saves a filter as a view, shows it again and deletes it', async ({ page, make, project }) => {
  await make(`/v1/disks?project=${project}`, {
    name: 'small',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  // The views load when the browser is idle, which it never is in the other tests.
  await page.addInitScript(() =>
    Object.assign(window, { requestIdleCallback: (run: () => void) => window.setTimeout(run) }),
  )
  await page.goto(`/projects/${project}/disks`)
  const filter = page.getByRole('combobox', { name: 'Filter disks by name or field' })
  await filter.fill('size:>20GiB')
  await expect(page).toHaveURL(/name=size/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Edit views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Views of this list' })
  await dialog.getByLabel('Name').fill('Large')
  await dialog.getByLabel('Name').press('Enter')
  await page.getByRole('button', { name: 'View: Large' }).click()
  // Another one with the same filter is shown beside it.
  await page.getByRole('menuitem', { name: 'Edit views' }).click()
  await dialog.getByLabel('Name').fill('Big')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'View: Large, Big' })).toBeVisible()
  await filter.fill('')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Large' }).click()
  await expect(filter).toHaveValue('size:>20GiB')
  await page.getByRole('button', { name: 'View: Large' }).click()
  await page.getByRole('menuitem', { name: 'Edit views' }).click()
  await dialog.getByRole('button', { name: 'Delete view Large' }).click()
  await dialog.getByRole('button', { name: 'Delete view Big' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
})

test('leads from the quick actions to the lists that a filter fits', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks`)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('vcpus:>4')
  await page.getByRole('option', { name: 'Instances matching vcpus:>4' }).click()
  await expect(page).toHaveURL(/\/instances\?name=vcpus/)
})

test('filters every list that the server can filter', async ({ page, project }) => {
  const vpc = `/projects/${project}/vpcs/default`
  for (const [path, label] of [
    [`/projects/${project}/snapshots`, 'snapshots by name'],
    [`/projects/${project}/images`, 'project images by name'],
    [`/projects/${project}/floating-ips`, 'floating IPs by name'],
    [`/projects/${project}/external-subnets`, 'external subnets by name'],
    [`/projects/${project}/affinity`, 'affinity groups by name'],
    [`/projects/${project}/vpcs`, 'VPCs by name'],
    [`${vpc}/subnets`, 'VPC subnets by name'],
    [`${vpc}/routers`, 'routers by name'],
    [`${vpc}/internet-gateways`, 'internet gateways by name'],
    ['/settings/ssh-keys', 'SSH keys by name'],
    ['/settings/access-tokens', 'access tokens by device'],
    ['/system/networking/ip-pools', 'IP pools by name'],
    ['/system/networking/subnet-pools', 'subnet pools by name'],
    ['/system/inventory/sleds', 'sleds by serial number'],
    ['/system/inventory/disks', 'disks by serial number'],
    ['/system/alerting/alerts', 'alerts by class'],
    ['/system/alerting/receivers', 'receivers by name'],
  ] as const) {
    /* oxlint-disable no-await-in-loop -- one page after the other */
    await page.goto(path)
    const filter = page.getByRole('combobox', { name: `Filter ${label} or field`, exact: true })
    // None is so old, but the server has to know the field.
    const answered = page.waitForResponse((response) => response.url().includes('filter=created'))
    await filter.fill('created:<2000-01-01')
    expect((await answered).status(), path).toBe(200)
    await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filter' }).first().press('Enter')
    await expect(filter).toHaveValue('')
    /* oxlint-enable no-await-in-loop */
  }
})

test('sorts a list by size from its heading, and keeps the order in the address', async ({
  page,
  make,
  project,
}) => {
  for (const [name, size] of [
    ['small', 1],
    ['large', 10],
    ['middle', 2],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one disk after the other, so that their times differ
    await make(`/v1/disks?project=${project}`, {
      name,
      description: '',
      size: size * 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    })
  await page.goto(`/projects/${project}/disks`)
  const names = page.locator('tbody tr').getByRole('link', { name: /^(small|large|middle)$/ })
  await expect(names).toHaveText(['large', 'middle', 'small'])
  const heading = page.getByRole('columnheader', { name: 'size', exact: true })
  await heading.getByRole('button').press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText(['large', 'middle', 'small'])
  await heading.getByRole('button').press('Enter')
  await expect(names).toHaveText(['small', 'middle', 'large'])
  await expect(page).toHaveURL(/sort=size/)
  await page.getByRole('combobox', { name: 'Filter disks by name or field' }).fill('size:<10GiB')
  await expect(names).toHaveText(['small', 'middle'])
  await page.reload()
  await expect(names).toHaveText(['small', 'middle'])
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
})
