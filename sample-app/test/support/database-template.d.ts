export default function createTemplate(): void;
