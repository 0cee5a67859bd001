/** The steps of an upload, in order. */
export const UPLOAD_STEPS = [
  { id: 'create', label: 'Create temporary disk' },
  { id: 'start', label: 'Put disk in import mode' },
  { id: 'chunks', label: 'Upload image file' },
  { id: 'stop', label: 'Get disk out of import mode' },
  { id: 'finalize', label: 'Finalize disk and create snapshot' },
  { id: 'image', label: 'Create image' },
  { id: 'clean', label: 'Delete disk and snapshot' },
  { id: 'done', label: 'Image uploaded successfully' },
] as const
export type StepId = (typeof UPLOAD_STEPS)[number]['id']
export type StepState = 'ready' | 'running' | 'complete' | 'error'
