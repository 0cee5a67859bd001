import { AxeBuilder } from '@axe-core/playwright'
import { expect, instance, test } from './fixtures.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`no page has a fault that axe finds, in the ${theme} theme`, async ({ page, make, project }) => {
    test.setTimeout(120_000)
    await make(`/v1/instances?project=${project}`, instance('axe'))
    await page.addInitScript((value) => {
      localStorage.setItem('theme-preference', JSON.stringify({ state: { theme: value }, version: 0 }))
    }, theme)
    const base = `/projects/${project}`
    const paths = [
      '/projects',
      '/projects-new',
      `${base}/edit`,
      `${base}/instances`,
      `${base}/instances-new`,
      `${base}/instances/axe/storage`,
      `${base}/instances/axe/connect`,
      `${base}/instances/axe/settings`,
      `${base}/instances/axe/serial-console`,
      `${base}/disks`,
      `${base}/disks-new`,
      '/settings/profile',
      '/settings/ssh-keys',
      '/settings/ssh-keys-new',
      '/settings/access-tokens',
      '/access',
      `${base}/access`,
      '/system/access',
      '/device/verify',
      '/device/success',
      '/login/main/local',
      '/login/main/saml/keycloak',
      '/no/such/page',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.locator('h1, h2').first().waitFor()
      await page.waitForLoadState('networkidle').catch(() => {})
      const { violations } = await new AxeBuilder({ page })
        .exclude('.xterm')
        .exclude('[role=tooltip]')
        .analyze()
      expect
        .soft(
          violations.map(
            ({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
          ),
        )
        .toEqual([])
    }
  })
}
