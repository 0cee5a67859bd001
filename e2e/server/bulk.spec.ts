import { expect, expectGone, instance, pressEnter, test } from './fixtures.ts'

test('starts and deletes many instances at once by keyboard, with a result for each', async ({
  page,
  make,
  project,
}) => {
  for (const name of ['ant', 'bee', 'cow'])
    await make(`/v1/instances?project=${project}`, instance(name, { start: false }))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('table').getByText('stopped')).toHaveCount(3)

  for (const name of ['ant', 'bee']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
    await page.keyboard.press('Space')
  }
  const bar = page.getByRole('region', { name: 'With the selected instances' })
  await expect(bar.getByRole('status')).toHaveText('2 instances selected')
  await bar.getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Start 2 instances' })
  await expect(question.getByRole('listitem')).toHaveText(['ant', 'bee'])
  await question.getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  const results = page.getByRole('dialog', { name: 'Start 2 instances' })
  await expect(results.getByRole('status')).toHaveText('2 of 2 done')
  await expect(results.getByRole('cell', { name: 'done' })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(results).toBeHidden()
  // The selection is cleared: the next press must not touch those instances again.
  await expect(bar).toBeHidden()
  await expect(page.getByRole('table').getByText('running')).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Delete 1 instance' })
  await expect(remove.getByRole('listitem').first()).toHaveText('cow')
  await expect(remove.getByText('2 are left out:')).toBeVisible()
  const started = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/bulk-jobs'),
  )
  await remove.getByRole('button', { name: 'Delete' }).click()
  const { id } = await (await started).json()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 of 1 done')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expectGone(page.getByRole('link', { name: 'cow' }))

  await page.goto('/settings/bulk-jobs')
  // All tests have the same user, and so the same jobs.
  await page.locator(`a[href*="${id}"]`, { hasText: 'Delete instances' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Delete instances' }).getByRole('cell', { name: 'cow' }),
  ).toBeVisible()
})

test('resizes many instances, names those that run, and links the results', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('ant', { start: false }))
  await make(`/v1/instances?project=${project}`, instance('bee', { start: false }))
  await make(`/v1/instances?project=${project}`, instance('cow'))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('table').getByText('stopped')).toHaveCount(2)
  await expect(page.getByRole('table').getByText('running')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('region', { name: 'With the selected instances' }).getByText('Resize').click()
  const question = page.getByRole('alertdialog', { name: 'Resize 2 instances' })
  await expect(question.getByRole('list', { name: 'Selected' }).getByRole('listitem')).toHaveText([
    'ant',
    'bee',
  ])
  await expect(question.getByRole('list', { name: 'Left out' })).toContainText('cow')
  await question.getByRole('button', { name: 'Resize' }).click()
  await expect(question.getByText('Enter the vCPUs, the memory, or both')).toBeVisible()
  await question.getByRole('textbox', { name: 'vCPUs' }).fill('3')
  await expect(question.getByRole('region', { name: 'Quota' })).toBeVisible()
  await question.getByRole('textbox', { name: 'Memory (GiB)' }).fill('5')
  await page.keyboard.press('Enter')
  const results = page.getByRole('dialog', { name: 'Resize 2 instances' })
  await expect(results.getByRole('status')).toHaveText('2 of 2 done')
  await results.getByRole('link', { name: 'bee' }).click()
  await expect(page.getByRole('heading', { name: 'bee' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('3 vCPUs')
  await expect(page.getByRole('main')).toContainText('5 GiB')
})

test('shows failed items, and retries them', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('one', { start: false }))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('table').getByText('stopped')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select one' }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  // The action was allowed when the dialog opened, and isn't when the user confirms.
  await make(`/v1/instances/one/start?project=${project}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const results = page.getByRole('dialog', { name: 'Delete 1 instance' })
  await expect(results.getByRole('status')).toHaveText('1 of 1 done, 1 failed')
  await expect(results.getByRole('cell', { name: /Cannot delete instance/ })).toBeVisible()
  // The instance is running, so a retry would do nothing.
  const again = results.getByRole('button', { name: 'Try the failed ones again' })
  await expect(again).toHaveCount(0)
  await make(`/v1/instances/one/stop?project=${project}`)
  await expect
    .poll(
      async () => (await (await page.request.get(`/v1/instances/one?project=${project}`)).json()).run_state,
    )
    .toBe('stopped')
  await again.click()
  await expect(results.getByRole('status')).toHaveText('1 of 1 done')
})

test('takes snapshots of all disks of several pages at once, and skips those that cannot have one', async ({
  page,
  make,
  project,
}) => {
  const disk = (name: string, disk_backend: object) =>
    make(`/v1/disks?project=${project}`, { name, description: '', size: 2 ** 30, disk_backend })
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  await disk('a-local-one', { type: 'local' })
  for (let at = 0; at < 27; at += 9)
    await Promise.all(Array.from({ length: 9 }, (_, n) => disk(`disk-${100 + at + n}`, blank)))
  // Those of the second page too.
  const creating = async () => {
    const { items } = await (await page.request.get(`/v1/disks?project=${project}&limit=100`)).json()
    return items.filter((one: { state: { state: string } }) => one.state.state === 'creating').length
  }
  await expect.poll(creating).toBe(0)
  await page.goto(`/projects/${project}/disks?size=25`)
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('region', { name: 'With the selected disks' })
  await expect(bar.getByRole('status')).toHaveText('25 disks selected')
  await bar.getByRole('button', { name: 'Select all disks of the list' }).click()
  await expect(bar.getByRole('status')).toHaveText('28 disks selected')
  await bar.getByRole('button', { name: 'Snapshot' }).click()
  const question = page.getByRole('alertdialog', { name: 'Snapshot 27 disks' })
  await expect(question.getByText('Local disks cannot be snapshotted')).toBeVisible()
  await question.getByRole('button', { name: 'Snapshot' }).click()
  const results = page.getByRole('dialog', { name: 'Snapshot 27 disks' })
  await expect(results.getByRole('status')).toHaveText('27 of 27 done')
  await results.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toBeHidden()

  const row = page.getByRole('row', { name: /(^| )disk-100 / })
  await expect(row.getByText('detached')).toBeVisible()
  await pressEnter(row.getByRole('button', { name: 'Row actions' }))
  await pressEnter(page.getByRole('menuitem', { name: 'Delete' }))
  await expect(page.getByRole('dialog', { name: 'Delete disk' })).toContainText(
    /Its snapshot disk-100-[0-9a-f]{6} is kept/,
  )
})
