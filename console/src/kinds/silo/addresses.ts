/** Address of the page of any silo of the fleet. */
export const SILO = '/system/silos/$silo'

/** Address of the page of the caller's own silo. */
export const OWN_SILO = '/silo'
