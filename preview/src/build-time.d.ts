import type { PreviewSettings } from './settings.ts'

declare global {
  /** Put in by the build. */
  const PREVIEW_SETTINGS: PreviewSettings
}
