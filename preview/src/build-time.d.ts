/** Put in by the build. */
declare const PREVIEW_SETTINGS: import('./settings.ts').PreviewSettings

/** The file that `GRANARY_PREVIEW_DATASET` names. */
declare module 'granary:dataset' {
  const dataset: unknown
  export default dataset
}
