import { expect, test } from './fixtures.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

test('dims the place of the scrollbar below a dialog like the page', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 300 })
  await page.goto('/settings/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  expect(width).toBeLessThan(1024)
  await page.goto('/settings/sign-in')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const [atPage, atScrollbar] = await colours(await page.screenshot())
  // Colours are rounded.
  for (const [channel, value] of atPage!.entries())
    expect(Math.abs(atScrollbar![channel]! - value)).toBeLessThanOrEqual(2)

  /** Returns the colours of two pixels near the bottom: the last one of the page, and one in the place of its scrollbar. */
  async function colours(picture: Buffer): Promise<number[][]> {
    return page.evaluate(
      async ([bytes, x]) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        return [x - 2, bitmap.width - 2].map((at) => [
          ...context.getImageData(at, bitmap.height - 4, 1, 1).data,
        ])
      },
      [[...picture], width] as const,
    )
  }
})
