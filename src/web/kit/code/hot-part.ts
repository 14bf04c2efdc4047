/** A line or an instruction counts as hot from this part of the hottest one's cost on. */
export const hotPart = 0.05;
