/** What loads after the first page, in one chunk: the routes of most features, and the sidebars of their areas. */
export { laterSidebars } from './app/navigation-later.ts'
export * as features from './features/later.ts'
