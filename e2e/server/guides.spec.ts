import { expect } from '@playwright/test'
import { test } from '../jitter/jitter.ts'

test('finds a passage in another guide, and goes to its heading', async ({ page }) => {
  await page.goto('/docs/ssh-keys.html')
  const guides = page.getByRole('navigation', { name: 'Guides' })
  await expect(guides.getByRole('link', { name: 'SSH keys' })).toHaveAttribute('aria-current', 'page')
  await guides.getByRole('searchbox', { name: 'Search guides' }).fill('anti-affinity auto-restart')
  await guides
    .getByRole('list', { name: 'Search results' })
    .getByRole('link', { name: /^Instances/ })
    .click()
  await expect(page).toHaveURL(/\/docs\/instances\.html#/)
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeAttached()
})

test('says when nothing in the guides matches', async ({ page }) => {
  await page.goto('/docs/index.html')
  await page.getByRole('searchbox', { name: 'Search guides' }).fill('xylophone')
  await expect(page.getByText('Nothing matches. Try another word.')).toBeVisible()
})
