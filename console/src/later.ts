/** The routes of most pages outside of projects, in one chunk, and the sidebars of their areas. */
export { laterSidebars as sidebars } from './app/navigation-later.ts'
export * as features from './features/later.ts'
