import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('keeps the project in view on a phone', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances-new`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs.getByRole('link', { name: project })).toBeInViewport()
  await expect(crumbs.getByRole('link', { name: 'New instance' })).toBeInViewport()
  await expect(crumbs.getByRole('link', { name: 'Projects' })).toBeHidden()
})

test('scrolls the selected tab into view on a phone', async ({ page }) => {
  await page.goto('/system/silos/main/certificates')
  await expect(page.getByRole('tab', { name: 'Certificates' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tab', { name: 'Identity Providers' })).not.toBeInViewport({ ratio: 1 })
})
