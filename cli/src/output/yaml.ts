import { stringify } from 'yaml'

/** Formats a JSON value as YAML. Texts such as `no`, which YAML 1.1 reads as another type, are quoted. */
export const asYaml = (value: unknown): string => stringify(value, { lineWidth: 0, compat: 'yaml-1.1' })
