import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { instance } from './fixtures.ts'
import { expect, test } from './silo-fixtures.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds no violation in the ${theme} theme`, async ({ page, make, project }) => {
    test.setTimeout(300_000)
    await make(`/v1/instances?project=${project}`, instance('axe'))
    await make(`/v1/anti-affinity-groups?project=${project}`, {
      name: 'apart',
      description: '',
      policy: 'fail',
      failure_domain: 'sled',
    })
    await chooseTheme(page, theme)
    await make(`/v1/disks?project=${project}`, {
      name: 'axe-disk',
      description: '',
      size: 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    })
    await expect
      .poll(
        async () =>
          (await (await page.request.get(`/v1/disks/axe-disk?project=${project}`)).json()).state.state,
      )
      .toBe('detached')
    await make(`/v1/snapshots?project=${project}`, {
      name: 'axe-snapshot',
      description: '',
      disk: 'axe-disk',
    })
    const base = `/projects/${project}`
    const paths = [
      '/projects',
      '/projects-new',
      `${base}/edit`,
      `${base}/instances`,
      `${base}/instances-new`,
      `${base}/instances/axe/storage`,
      `${base}/instances/axe/networking`,
      `${base}/instances/axe/connect`,
      `${base}/instances/axe/settings`,
      `${base}/instances/axe/serial-console`,
      `${base}/disks`,
      `${base}/disks-new`,
      `${base}/disks/axe-disk`,
      `${base}/snapshots`,
      `${base}/snapshots-new`,
      `${base}/snapshots/axe-snapshot/images-new`,
      `${base}/images`,
      `${base}/images-new`,
      '/images',
      `${base}/affinity`,
      `${base}/affinity-new`,
      `${base}/affinity/apart`,
      `${base}/affinity/apart/edit`,
      '/settings/profile',
      '/settings/ssh-keys',
      '/settings/ssh-keys-new',
      '/settings/access-tokens',
      '/settings/bulk-jobs',
      '/access',
      `${base}/access`,
      '/system/access',
      '/docs/access.html',
      '/device/verify',
      '/device/success',
      '/login/main/local',
      '/login/main/saml/keycloak',
      '/no/such/page',
    ]
    await expectNoFaults(page, paths)
  })

  test(`axe finds no violation on silo pages in the ${theme} theme`, async ({ page, silo }) => {
    test.setTimeout(300_000)
    const name = await silo({ identity_mode: 'saml_scim' })
    await page.request.post(`/v1/system/scim/tokens?silo=${name}`)
    const user = await (await page.request.get('/v1/me')).json()
    await chooseTheme(page, theme)
    await expectNoFaults(page, [
      '/system/silos',
      '/system/silos-new',
      `/system/silos/${name}/idps`,
      `/system/silos/${name}/idps-new`,
      `/system/silos/${name}/scim`,
      `/system/silos/${name}/fleet-roles`,
      '/system/silos/main/ip-pools',
      '/system/silos/main/quotas',
      '/system/silos/main/certificates-new',
      '/silo/users',
      '/silo/users-new',
      `/silo/users/${user.id}`,
      '/silo/certificates',
      '/silo/auth-settings',
    ])
  })
}

const chooseTheme = (page: Page, theme: string) =>
  page.addInitScript((value) => {
    localStorage.setItem('theme-preference', JSON.stringify({ state: { theme: value }, version: 0 }))
  }, theme)

async function expectNoFaults(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.locator('h1, h2').first().waitFor()
    await page.waitForLoadState('networkidle').catch(() => {})
    const { violations } = await new AxeBuilder({ page })
      .exclude('.xterm')
      .exclude('[role=tooltip]')
      .analyze()
    const faults = violations.map(
      ({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect.soft(faults).toEqual([])
  }
}
