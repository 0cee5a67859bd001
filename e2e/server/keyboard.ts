import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has between two places that a user goes to. */
const MAX_STOPS = 100

/** Moves the focus by a key until it is on a target that is shown. Each stop on the way must be visibly focused. */
export async function moveTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const stops: string[] = []
  do {
    await page.keyboard.press(key)
    // Only now: an open list hides the page until the focus leaves it.
    await expect(target).toBeVisible()
    const { name, isMarked } = await page.evaluate(focused)
    expect(isMarked, `${name} shows no focus`).toBe(true)
    stops.push(name)
    expect(stops.length, `no ${key} leads to ${String(target)}: ${stops.join(', ')}`).toBeLessThan(MAX_STOPS)
  } while (!(await target.evaluate((element) => element === document.activeElement)))
}

/** Moves the focus to a target and presses Enter on it. */
export async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await moveTo(page, target, key)
  await expect(target).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** Returns the focused element, and whether it, its `::after` or the field around it has the ring. */
function focused() {
  const element = document.activeElement ?? document.body
  const hasRing = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
  const around = [element, element.parentElement, element.closest('label, .input')]
  const isMarked =
    // After the last control of the page comes the browser's own frame.
    element === document.body ||
    hasRing(getComputedStyle(element, '::after')) ||
    around.some((each) => each && hasRing(getComputedStyle(each)))
  const text = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
  return { name: `${element.tagName.toLowerCase()} "${text}"`, isMarked }
}
