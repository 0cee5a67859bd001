/** The texts of a request, with their titles. */
export const FORMATS = {
  command: 'granary command',
  curl: 'HTTP request (curl)',
  terraform: 'Terraform',
} as const
export type Format = keyof typeof FORMATS
