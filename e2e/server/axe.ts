import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Ends what moves into its place, and waits for two frames without any. Spinners go on, and what follows a scroll position never ends:
 * it is at rest while nothing scrolls.
 */
const endMotion = (page: Page) =>
  page.evaluate(async () => {
    // A page that is at rest may draw no frame.
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve)
        setTimeout(resolve, 1_000)
      })
    for (let calm = 0; calm < 2;) {
      await frame()
      const moving = document
        .getAnimations()
        .filter(
          ({ timeline, playState, effect }) =>
            timeline === document.timeline &&
            playState !== 'finished' &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
      for (const animation of moving) animation.finish()
      calm = moving.length > 0 ? 0 : calm + 1
    }
  })

/** Shows a theme on the page, as another tab would. */
export const showTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((value) => {
    const key = 'theme-preference'
    localStorage.setItem(key, JSON.stringify({ state: { theme: value }, version: 0 }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    return document.documentElement.dataset.theme
  }, theme)

/** The rules about colors that are on by default. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

type Color = { r: number; g: number; b: number; alpha: number; parseString: (text: string) => Color }
type Axe = {
  configure: (settings: { noHtml: boolean }) => void
  commons: { color: { Color: { prototype: Color } } }
}

/**
 * Makes axe cheaper once it is in the document: it parses each color once, and quotes no HTML. An element asks for the colors of all
 * its ancestors, and the parser took a third of the check.
 * @returns whether axe is there.
 */
const tuneAxe = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { axe } = window as { axe?: Axe & { isTuned?: true } }
    if (!axe || axe.isTuned) return axe !== undefined
    axe.isTuned = true
    axe.configure({ noHtml: true })
    const { prototype } = axe.commons.color.Color
    const parse = prototype.parseString
    const parsed = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>()
    prototype.parseString = function parseOnce(text) {
      const known = parsed.get(text)
      if (known) return Object.assign(this, known)
      parse.call(this, text)
      const { r, g, b, alpha } = this
      parsed.set(text, { r, g, b, alpha })
      return this
    }
    return true
  })

/**
 * Without a page of its own for its report, and without the elements that are right: both took more than the check, as did loading
 * its code a second time into the same document.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  const isLoaded = await tuneAxe(page)
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('.xterm')
    .exclude('[role=tooltip]')
}

type Rules = 'every rule' | 'every rule but landmarks' | 'colors'

/** Expects no violation in what the page shows now. */
export async function expectNoViolation(page: Page, where: string, rules: Rules): Promise<void> {
  await endMotion(page)
  const check = await axe(page)
  if (rules === 'colors') check.withRules(COLOR_RULES)
  // A menu or list is at the end of the document while it is open; axe counts only dialogs as landmarks of their own.
  if (rules === 'every rule but landmarks') check.disableRules('region')
  const { violations } = await check.analyze()
  const faults = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect.soft(faults).toEqual([])
}
