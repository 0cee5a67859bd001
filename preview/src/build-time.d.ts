/** Defined by the build. */
declare const PREVIEW_SETTINGS: import('./settings.ts').PreviewSettings

/** Content of the file in `GRANARY_PREVIEW_DATASET`. */
declare module 'granary:dataset' {
  const dataset: unknown
  export default dataset
}
