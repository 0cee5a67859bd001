import { expect, instance, test } from './fixtures.ts'

test('lists, filters and stops instances of all projects', async ({ page, make, project }) => {
  // The list has the instances of other tests too, so these have a name of their own.
  const [, name = ''] = /^p-(.*)$/.exec(project) ?? []
  const other = `o-${name}`
  await make('/v1/projects', { name: other, description: '' })
  await make(`/v1/instances?project=${project}`, instance(`web-${name}`))
  await make(`/v1/instances?project=${other}`, instance(`db-${name}`, { start: false }))
  await page.goto('/projects')
  await page.getByRole('link', { name: 'All instances' }).click()
  await expect(page).toHaveURL('/instances')
  await expect(page).toHaveTitle('All instances / Granary Console')
  await page.getByRole('combobox', { name: 'Filter all instances by name or field' }).fill(name)
  const row = (of: string) => page.getByRole('row', { name: new RegExp(`(^| )${of}-${name} `) })
  await expect(row('web')).toContainText('running')
  await expect(row('web').getByRole('link', { name: project })).toBeVisible()
  await expect(row('db').getByRole('link', { name: other })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('1–2 of 2')

  await page.getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('menuitem', { name: /^running/ }).click()
  await page.keyboard.press('Escape')
  await expect(row('db')).toHaveCount(0)
  await expect(page).toHaveURL(/state=.*running/)
  await row('web').getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await page.getByRole('dialog', { name: 'Stop instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).last().click()
  await expect(page).toHaveURL('/instances')
  await expect(page.getByRole('columnheader', { name: 'Project' })).toBeVisible()
})

test('starts instances of two projects at once', async ({ page, make, project }) => {
  const [, name = ''] = /^p-(.*)$/.exec(project) ?? []
  const other = `o-${name}`
  await make('/v1/projects', { name: other, description: '' })
  for (const place of [project, other])
    await make(`/v1/instances?project=${place}`, instance(`two-${name}`, { start: false }))
  await page.goto(`/instances?name=two-${name}`)
  const rows = page.getByRole('row', { name: new RegExp(`two-${name}`) })
  await expect(rows).toHaveCount(2)
  await expect(rows.getByText('stopped')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('region', { name: 'With the selected instances' })
  await bar.getByRole('button', { name: 'Start' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start 2 instances' })
  await question.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('2 of 2 done')
  await page.keyboard.press('Escape')
  await expect(rows.getByText('running')).toHaveCount(2)
})

test('narrows the list to projects, and keeps that in the URL', async ({ page, make, project }) => {
  const [, name = ''] = /^p-(.*)$/.exec(project) ?? []
  const other = `o-${name}`
  await make('/v1/projects', { name: other, description: '' })
  for (const place of [project, other])
    await make(`/v1/instances?project=${place}`, instance(`by-${name}`, { start: false }))
  // The choices are read when the browser is idle.
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: (run: () => void) => window.setTimeout(run) })
  })
  await page.goto(`/instances?name=by-${name}`)
  const rows = page.getByRole('row', { name: new RegExp(`by-${name}`) })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await page.getByRole('menuitem', { name: other }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(other)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Project: ${other}` })).toBeVisible()
})

test('shows the state of each instance on a phone, also of long names', async ({ page, make, project }) => {
  const [, name = ''] = /^p-(.*)$/.exec(project) ?? []
  const long = `${name}-${'x'.repeat(60 - name.length)}`
  await make(`/v1/instances?project=${project}`, instance(long, { start: false }))
  await page.setViewportSize({ width: 420, height: 900 })
  for (const path of [`/instances?name=${name}`, `/projects/${project}/instances`]) {
    await page.goto(path)
    const state = page.getByRole('table').getByText('stopped')
    await expect(state).toBeVisible()
    const [box, actions] = await Promise.all([
      state.boundingBox(),
      page.getByRole('button', { name: 'Row actions' }).boundingBox(),
    ])
    expect(box!.x + box!.width).toBeLessThan(actions!.x)
  }
})
